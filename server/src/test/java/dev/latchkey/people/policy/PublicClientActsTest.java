package dev.latchkey.people.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Person;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.policy.ChangeClientPolicy.Written;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.publicclient.ClientRequests;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** What an organization decides about apps without a credential, without a page. */
class PublicClientActsTest extends ActsOnBothStores {
  private static final ClientPolicy ASKED =
      new ClientPolicy(ClientPolicy.Rule.ASK, List.of(), Scopes.NONE, 30, 0);
  private static final Scopes ISSUES = Scopes.parse("read:issue:info,write:issue:info");
  private static final Scopes READING = Scopes.parse("read:issue:info");
  private static final PublicClient APP =
      new PublicClient(
          "key", Optional.empty(), "Planner", List.of(new RedirectUri("http://localhost/back")));

  private final PublicClientActs acts = latchkey.installation().publicClientActs();
  private final ChangeClientPolicy changePolicy = acts.changePolicy();

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, apollo);
  private final Person head = latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, apollo);
  private final Person elsewhere =
      latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
  private final WantedPolicy wanted = WantedPolicy.of(ASKED, changePolicy.catalogue().names());

  @Test
  void only_administrators_decide_and_a_refusal_is_recorded() {
    assertThat(change(mei, wanted)).isEqualTo(new ChangeClientPolicy.Refused(NoAccess.FORBIDDEN));
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.PLACE_NOT_FOR_ROLE);
    assertThat(decide(actor(elsewhere), Optional.empty()))
        .isEqualTo(new DecideOnPublicClient.Refused(NoAccess.NOT_FOUND));
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.ORGANIZATION_OF_OTHERS);
  }

  @Test
  void of_many_who_change_what_they_have_seen_one_does() {
    assertThat(Crowd.of(4, i -> change(head, wanted)))
        .containsOnlyOnce(Written.CHANGED)
        .contains(Written.EDIT_CONFLICT);
    assertThat(newest().event()).isEqualTo(AuditEvent.CLIENT_POLICY_CHANGE);
  }

  @Test
  void what_cannot_be_stored_is_refused() {
    assertFlawed("rule", new WantedPolicy("", "", wanted.scope(), "30", "0"));
    assertFlawed("hosts", new WantedPolicy("ASK", "a b/c", wanted.scope(), "30", "0"));
    assertFlawed("scope", new WantedPolicy("ASK", "", Scopes.NONE, "30", "0"));
    assertFlawed("scope", new WantedPolicy("ASK", "", Scopes.parse("none:such"), "30", "0"));
    assertFlawed("days", new WantedPolicy("ASK", "", wanted.scope(), "366", "0"));
  }

  private void assertFlawed(String field, WantedPolicy flawed) {
    ChangeClientPolicy.Outcome outcome = change(head, flawed);
    assertThat(outcome).isInstanceOf(FlawedPolicy.class);
    assertThat(((FlawedPolicy) outcome).field()).isEqualTo(field);
  }

  @Test
  void of_many_who_decide_on_an_app_one_does_and_the_others_see_what_was_decided() {
    change(head, wanted);
    ask(mei, "To plan", ISSUES);

    List<DecideOnPublicClient.Outcome> outcomes =
        Crowd.of(4, i -> decide(actor(head), i % 2 == 0 ? allowing(READING) : Optional.empty()));

    assertThat(outcomes)
        .filteredOn(DecideOnPublicClient.Decided.class::isInstance)
        .singleElement(InstanceOfAssertFactories.type(DecideOnPublicClient.Decided.class))
        .satisfies(decided ->
            assertThat(decided.askers())
                .extracting(NoticeRecipients.Person::id)
                .containsExactly(mei.user().id()));
    assertThat(outcomes).contains(new DecideOnPublicClient.EditConflict());
    assertThat(newest().event()).isIn(AuditEvent.CLIENT_DENY, AuditEvent.CREDENTIAL_CREATE);
    assertThat(newest().actor()).isEqualTo(head.user().id());
    assertThat(listed().decided().orElseThrow().by()).contains(head.user().name());
  }

  @Test
  void an_app_gets_a_part_of_what_it_asked_for_and_never_more() {
    change(head, wanted);
    ask(mei, "To plan", ISSUES);
    Actor.Person actor = actor(head);

    assertThat(decide(actor, allowing(Scopes.NONE))).isEqualTo(DecideOnPublicClient.Flaw.NO_SCOPE);
    assertThat(decide(actor, allowing(Scopes.parse("read:wiki:pages"))))
        .as("in the policy, but not asked for")
        .isEqualTo(DecideOnPublicClient.Flaw.SCOPE_TOO_WIDE);
    assertThat(decide(actor, allowing(READING, mei, Optional.empty())))
        .isEqualTo(DecideOnPublicClient.Flaw.OWNER_NOT_ENTITLED);
    for (int days : new int[] {0, 31}) {
      assertThat(decide(actor, allowing(READING, head, Optional.of(days))))
          .isEqualTo(DecideOnPublicClient.Flaw.DAYS);
    }

    assertThat(decide(actor, allowing(READING, head, Optional.of(7))))
        .isInstanceOf(DecideOnPublicClient.Decided.class);
    assertThat(newest().detail().orElseThrow()).contains("read:issue:info", "Planner");
    var admission =
        latchkey
            .stores()
            .credentials()
            .publicClients()
            .admit(APP, mei.user(), Id.CLIENT.draw(random), latchkey.now());
    assertThat(admission)
        .isInstanceOfSatisfying(
            PublicClients.Admission.Admitted.class,
            admitted -> {
              assertThat(admitted.credential().scope()).isEqualTo(READING);
              assertThat(admitted.days()).contains(7);
            });
  }

  @Test
  void nobody_allows_what_the_policy_does_not_have() {
    change(head, WantedPolicy.of(ASKED, READING));
    ask(mei, "", ISSUES);

    assertThat(decide(actor(head), allowing(ISSUES)))
        .isEqualTo(DecideOnPublicClient.Flaw.SCOPE_TOO_WIDE);
    assertThat(decide(actor(head), allowing(READING)))
        .isInstanceOf(DecideOnPublicClient.Decided.class);
  }

  @Test
  void a_denied_app_can_be_allowed_later_by_who_has_seen_that_it_was_denied() {
    change(head, wanted);
    ask(mei, "", ISSUES);
    assertThat(decide(actor(head), Optional.empty()))
        .isInstanceOf(DecideOnPublicClient.Decided.class);
    assertThat(decide(actor(head), allowing(READING)))
        .isEqualTo(new DecideOnPublicClient.EditConflict());
    var seen = new DecideOnPublicClient.Seen("key", PublicClients.State.DENIED, 1);

    assertThat(
            acts.decide()
                .by(
                    operator,
                    acme.id(),
                    new DecideOnPublicClient.Decision(seen, allowing(READING), "")))
        .isInstanceOf(DecideOnPublicClient.Decided.class);
    assertThat(listed().decided().orElseThrow().by()).isEmpty();
  }

  @Test
  void a_person_asks_once_and_the_reason_of_now_counts() {
    change(head, wanted);

    assertThat(ask(mei, "First", ISSUES)).isEqualTo(RequestPublicClient.Asked.FIRST);
    assertThat(ask(mei, " Second ", READING)).isEqualTo(RequestPublicClient.Asked.REPEATED);
    assertThat(ask(head, "", Scopes.parse("read:wiki:pages,none:such")))
        .isEqualTo(RequestPublicClient.Asked.JOINED);

    assertThat(listed().requests())
        .extracting(ClientRequests.Request::reason)
        .containsExactlyInAnyOrder("Second", "");
    assertThat(listed().asked()).isEqualTo(Scopes.parse("read:issue:info,read:wiki:pages"));
    assertThat(ask(mei, "x".repeat(301), READING))
        .isEqualTo(RequestPublicClient.Refused.REASON_TOO_LONG);
  }

  @Test
  void a_limited_number_of_people_ask_for_one_app() {
    change(head, wanted);
    for (int i = 0; i < ClientRequests.MOST_OF_APP; i++) {
      ask(latchkey.person(acme, User.Role.MEMBER, apollo), "", READING);
    }
    assertThat(ask(mei, "", READING)).isEqualTo(RequestPublicClient.Refused.TOO_MANY);
    assertThat(listed().requests()).hasSize(ClientRequests.MOST_OF_APP);
  }

  @Test
  void of_one_persons_requests_at_once_one_is_the_first() {
    change(head, wanted);

    assertThat(Crowd.of(6, i -> ask(i % 2 == 0 ? mei : head, "", READING)))
        .containsOnlyOnce(RequestPublicClient.Asked.FIRST)
        .containsOnlyOnce(RequestPublicClient.Asked.JOINED)
        .contains(RequestPublicClient.Asked.REPEATED);
  }

  @Test
  void nobody_asks_where_the_organization_does_not_ask() {
    assertThat(ask(mei, "", READING)).isEqualTo(RequestPublicClient.Refused.NOT_OPEN);
    change(head, new WantedPolicy("ASK", "only.example", READING, "30", "0"));
    assertThat(ask(mei, "", READING)).isEqualTo(RequestPublicClient.Refused.NOT_OPEN);
    change(head, new WantedPolicy("ALLOW", "", READING, "30", "1"));
    assertThat(ask(mei, "", READING)).isEqualTo(RequestPublicClient.Refused.NOT_OPEN);
  }

  private RequestPublicClient.Outcome ask(Person by, String reason, Scopes scope) {
    return acts.request().by(actor(by), APP, reason, scope);
  }

  private PublicClientReview.Listed listed() {
    return latchkey
        .stores()
        .credentials()
        .publicClientReview()
        .find(acme.id(), "key")
        .orElseThrow();
  }

  private ChangeClientPolicy.Outcome change(Person by, WantedPolicy policy) {
    return changePolicy.by(actor(by), acme.id(), policy);
  }

  private Optional<DecideOnPublicClient.Allowing> allowing(Scopes scope) {
    return allowing(scope, head, Optional.empty());
  }

  private static Optional<DecideOnPublicClient.Allowing> allowing(
      Scopes scope, Person owner, Optional<Integer> days) {
    return Optional.of(new DecideOnPublicClient.Allowing(owner.user(), scope, days));
  }

  private DecideOnPublicClient.Outcome decide(
      Actor by, Optional<DecideOnPublicClient.Allowing> allowing) {
    var seen = new DecideOnPublicClient.Seen("key", PublicClients.State.WAITING, 1);
    return acts.decide()
        .by(by, acme.id(), new DecideOnPublicClient.Decision(seen, allowing, "No need"));
  }
}
