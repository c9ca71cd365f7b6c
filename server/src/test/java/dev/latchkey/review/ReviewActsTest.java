package dev.latchkey.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Seals;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.review.DecideReviewItem.NotDecided;
import dev.latchkey.review.DecideReviewItem.Outcome;
import dev.latchkey.review.DecideReviewItem.Wanted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Reviews of access: what they list, what is decided, and what the report proves. */
class ReviewActsTest extends OnBothStores {
  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person other =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person ada = latchkey.person(acme, User.Role.AUDITOR, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  private final ReviewActs acts = latchkey.installation().reviewActs();

  private Actor.Person by(Person person) {
    return new Actor.Person(latchkey.managed(person).user(), latchkey.now());
  }

  private Review start() {
    return ((StartReview.Started) acts.start().by(by(olga), acme.id(), 30)).review();
  }

  private List<ReviewItem> items(Review review) {
    return acts.reviews().items(review.id(), false, 0, Review.MOST_ITEMS);
  }

  private ReviewItem item(Review review, ReviewItem.Kind kind) {
    return items(review).stream().filter(item -> item.kind() == kind).findFirst().orElseThrow();
  }

  private ReviewItem of(Review review, Person person) {
    return items(review).stream()
        .filter(item -> item.subject().equals(person.id()))
        .findFirst()
        .orElseThrow();
  }

  private Outcome decide(Person who, Review review, ReviewItem item, Decision decision) {
    return acts.decide()
        .by(by(who), review.id().value(), new Wanted(item.number(), decision, "Checked."));
  }

  @Test
  void it_lists_people_with_a_role_tokens_and_grants_of_the_organization_alone() {
    App app = latchkey.app(mei);
    app.tokens(latchkey.browser().signIn(mei));
    var machine = latchkey.machine(olga, Optional.empty());
    latchkey.app(latchkey.person()).tokens(latchkey.browser().signIn(latchkey.person()));

    Review review = start();

    assertThat(review.items()).isEqualTo(5);
    assertThat(items(review))
        .extracting(ReviewItem::kind)
        .containsExactlyInAnyOrder(
            ReviewItem.Kind.PERSON,
            ReviewItem.Kind.PERSON,
            ReviewItem.Kind.PERSON,
            ReviewItem.Kind.TOKEN,
            ReviewItem.Kind.GRANT);
    assertThat(of(review, ada).role()).contains(User.Role.AUDITOR);
    assertThat(item(review, ReviewItem.Kind.TOKEN).client())
        .contains(machine.credential().clientId());
    assertThat(item(review, ReviewItem.Kind.GRANT).scope().names()).contains("write:issue:info");
    assertThat(acts.start().by(by(olga), acme.id(), 30))
        .isEqualTo(StartReview.NotStarted.LIMIT_REACHED);
  }

  @Test
  void what_is_ended_ends_by_its_own_act() {
    App app = latchkey.app(mei);
    Tokens tokens = app.tokens(latchkey.browser().signIn(mei));
    String machine = latchkey.machine(olga, Optional.empty()).token();
    Review review = start();

    decide(olga, review, item(review, ReviewItem.Kind.GRANT), Decision.ENDED);
    decide(olga, review, item(review, ReviewItem.Kind.TOKEN), Decision.ENDED);
    decide(olga, review, of(review, ada), Decision.ENDED);

    assertThat(latchkey.isActive(tokens.access())).isFalse();
    assertThat(latchkey.isActive(machine)).isFalse();
    assertThat(latchkey.managed(ada).state()).isEqualTo(ManagedUser.State.DISABLED);
    assertThat(acts.reviews().find(review.id()).orElseThrow().decided()).isEqualTo(3);
    var log =
        latchkey.stores().operation().auditRecords().page(AuditSearch.of(acme.id()), 8).entries();
    assertThat(log.toString()).contains("USER_DISABLE", "REVIEW_DECIDE", "REVIEW_START");
  }

  @Test
  void no_one_ends_the_own_access_and_the_item_stays_open() {
    Review review = start();

    assertThat(decide(olga, review, of(review, olga), Decision.ENDED))
        .isEqualTo(NotDecided.NOT_ALLOWED);

    assertThat(of(review, olga).isOpen()).isTrue();
    assertThat(decide(other, review, of(review, olga), Decision.KEPT))
        .isInstanceOf(DecideReviewItem.Decided.class);
  }

  @Test
  void narrowed_is_what_has_less_than_when_the_review_began() {
    Review review = start();
    ReviewItem item = of(review, other);
    assertThat(decide(olga, review, item, Decision.NARROWED)).isEqualTo(NotDecided.NOT_NARROWED);

    latchkey.makeMember(other, olga);

    assertThat(decide(olga, review, item, Decision.NARROWED))
        .isInstanceOf(DecideReviewItem.Decided.class);
  }

  @Test
  void of_decisions_at_the_same_time_one_holds() throws Exception {
    Review review = start();
    ReviewItem item = of(review, ada);
    var tries = new ArrayList<Callable<Outcome>>();
    for (int i = 0; i < 4; i++) {
      tries.add(() -> decide(olga, review, item, Decision.KEPT));
      tries.add(() -> decide(other, review, item, Decision.ENDED));
    }
    var outcomes = new ArrayList<Outcome>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var each : threads.invokeAll(tries)) {
        outcomes.add(each.get());
      }
    }

    assertThat(outcomes.stream().filter(DecideReviewItem.Decided.class::isInstance)).hasSize(1);
    Decision held = of(review, ada).decided().orElseThrow().decision();
    assertThat(latchkey.managed(ada).state())
        .isEqualTo(held == Decision.ENDED ? ManagedUser.State.DISABLED : ManagedUser.State.ACTIVE);
    assertThat(acts.reviews().find(review.id()).orElseThrow().decided()).isEqualTo(1);
  }

  @Test
  void of_reviews_that_start_at_the_same_time_one_starts() throws Exception {
    Callable<StartReview.Outcome> each = () -> acts.start().by(by(olga), acme.id(), 30);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.invokeAll(List.of(each, each, each, each));
    }

    assertThat(acts.reviews().of(acme.id())).hasSize(1);
  }

  @Test
  void an_auditor_sees_reviews_and_decides_nothing() {
    Review review = start();
    Browser browser = latchkey.browser().signIn(ada);

    assertThat(browser.get("/reviews/" + review.id().value()).body())
        .contains(olga.user().name())
        .doesNotContain("/complete\"");
    assertThat(browser.get("/reviews").body()).doesNotContain("action=\"/reviews");
    assertThat(decide(ada, review, of(review, olga), Decision.KEPT))
        .isInstanceOf(DecideReviewItem.Refused.class);
    var elsewhere = latchkey.administrator();
    assertThat(latchkey.browser().signIn(elsewhere).get("/reviews/" + review.id().value()).status())
        .isEqualTo(404);
  }

  @Test
  void only_a_decided_review_is_completed_and_its_report_proves_what_was_decided()
      throws Exception {
    Review review = start();
    String id = review.id().value();
    assertThat(acts.complete().by(by(olga), id)).isEqualTo(CompleteReview.NotCompleted.NOT_DECIDED);
    for (ReviewItem item : items(review)) {
      decide(olga, review, item, Decision.KEPT);
    }

    assertThat(acts.complete().by(by(olga), id)).isInstanceOf(CompleteReview.Completed.class);
    assertThat(acts.complete().by(by(olga), id))
        .isEqualTo(CompleteReview.NotCompleted.COMPLETED_BEFORE);
    assertThat(acts.tasks().report(review.id()).orElseThrow().isSigned()).isFalse();
    acts.tasks().sign(Seals.own(latchkey).next(Optional.empty(), latchkey.now()), latchkey.now());

    var file = new ReportFile(acts.tasks().report(review.id()).orElseThrow());
    for (String text : List.of(file.json(), file.html())) {
      assertThat(isUnchanged(text)).isTrue();
      assertThat(isUnchanged(text.replace("Checked.", "Checked!"))).isFalse();
      assertThat(text).contains(olga.user().name(), "kept").doesNotContain("<script");
    }
    String otherTable = file.html().replaceFirst("<td>kept</td>", "<td>ended</td>");
    assertThat(isUnchanged(otherTable)).isFalse();
    assertThat(latchkey.browser().signIn(ada).get("/reviews/" + id + "/report.html").body())
        .isEqualTo(file.html());
  }

  private static boolean isUnchanged(String text) {
    return ReportFile.read(text).filter(file -> file.report().isUnchanged()).isPresent();
  }

  @Test
  void a_review_starts_by_itself_once_and_reminds_once() {
    var scheduled = acts.schedule().by(by(olga), acme.id(), 3);
    assertThat(scheduled).isInstanceOf(ScheduleReviews.Scheduled.class);
    assertThat(acts.schedule().by(by(olga), acme.id(), 25))
        .isEqualTo(ScheduleReviews.Flawed.MONTHS_OUT_OF_RANGE);
    var duties =
        new ReviewDuties(
            acts,
            latchkey.stores().users().directory(),
            latchkey.stores().users().administrators(),
            Optional::empty,
            () -> "http://localhost");
    duties.startDue(latchkey.now());
    assertThat(acts.reviews().of(acme.id())).isEmpty();

    latchkey.clock.pass(Duration.ofDays(93));
    duties.startDue(latchkey.now());
    duties.startDue(latchkey.now());

    assertThat(acts.reviews().of(acme.id())).hasSize(1);
    latchkey.clock.pass(Duration.ofDays(24));
    duties.remind(latchkey.now());
    assertThat(acts.tasks().toRemind(latchkey.now().at().plus(Review.REMINDER)))
        .noneMatch(review -> review.organization().equals(acme.id()));
  }
}
