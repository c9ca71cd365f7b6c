package dev.latchkey.app.demo.history;

import dev.latchkey.credential.CredentialGuard;
import dev.latchkey.credential.RevokeToken;
import dev.latchkey.issued.TokenActs;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.review.DecideReviewItem;
import dev.latchkey.review.ReviewActs;
import dev.latchkey.review.ReviewedAccess;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.review.ReviewTasks;
import dev.latchkey.storage.review.Reviews;
import java.util.List;

/** Reviews of access: one that was completed, and one that is running. */
record ReviewHistory(Past past, ReviewActs acts) {
  private static final int BEGUN = 45;
  private static final int RUNNING = 4;
  private static final List<String> REVIEWERS = List.of("olga", "priya.raghunathan");

  static ReviewHistory on(Past past, Database database) {
    Stores stores = past.stores();
    var credentials = stores.credentials();
    var guard = new CredentialGuard(credentials.credentials(), stores.users().directory());
    var tokens = TokenActs.on(stores.grants(), credentials.childTokens(), guard, past.acts());
    var access =
        new ReviewedAccess(
            stores.users().administration(),
            credentials.credentials(),
            past.acts().disablePerson(),
            new RevokeToken(guard, credentials.tokens()),
            tokens.endGrant());
    return new ReviewHistory(
        past,
        ReviewActs.on(
            new Reviews(database, AuditLimits.DEFAULT::age),
            new ReviewTasks(database),
            past.acts().organizationGuard(),
            access,
            past.random()));
  }

  void tell() {
    start(BEGUN);
    decide(BEGUN - 2, 0);
    past.timeline()
        .add(
            past.days().atWork(BEGUN - 3),
            SignIns.OFFICE,
            now -> {
              var _ = acts.complete().by(past.cast().actor("olga", now), newest().id().value());
            });
    start(RUNNING);
    decide(RUNNING - 1, 2);
  }

  private void start(int daysAgo) {
    past.timeline()
        .add(
            past.days().atWork(daysAgo),
            SignIns.OFFICE,
            now -> {
              var _ = acts.start().by(past.cast().actor("olga", now), acme(), Review.USUAL_DAYS);
            });
  }

  /** {@code step}: only each one of so many is decided; 0 for all. */
  private void decide(int daysAgo, int step) {
    past.timeline()
        .add(
            past.days().atWork(daysAgo),
            SignIns.OFFICE,
            now ->
                acts.reviews().items(newest().id(), true, 0, Review.MOST_ITEMS).stream()
                    .filter(item -> step == 0 || item.number() % step == 0)
                    .forEach(item -> decide(item, now)));
  }

  private void decide(ReviewItem item, RequestMoment now) {
    Actor by = past.cast().actor(REVIEWERS.get(item.number() % REVIEWERS.size()), now);
    String note =
        switch (item.kind()) {
          case PERSON -> "Has this role for the work of the team.";
          case TOKEN -> "The job still runs.";
          case GRANT -> item.lastUsedAt().isPresent() ? "In use." : "";
        };
    var wanted = new DecideReviewItem.Wanted(item.number(), Decision.KEPT, note);
    var _ = acts.decide().by(by, newest().id().value(), wanted);
  }

  private Review newest() {
    return acts.reviews().of(acme()).getFirst();
  }

  private Id.Organization acme() {
    return past.cast().organization("Acme").id();
  }
}
