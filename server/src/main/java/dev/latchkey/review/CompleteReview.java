package dev.latchkey.review;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.review.Review;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.review.Reviews;

/** Completes a review of which everything is decided. Its report is signed afterwards. */
public record CompleteReview(ReviewGuard guard, Reviews reviews) {
  public sealed interface Outcome permits Completed, NotCompleted, Refused {}

  public record Completed(Review review) implements Outcome {}

  public enum NotCompleted implements Outcome {
    NOT_DECIDED,
    COMPLETED_BEFORE
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, String named) {
    return switch (guard.manage(actor, named)) {
      case ReviewGuard.Granted granted -> complete(actor, granted);
      case ReviewGuard.Refused(var why) -> new Refused(why);
    };
  }

  private Outcome complete(Actor actor, ReviewGuard.Granted granted) {
    Review review = granted.review();
    String by = ReviewGuard.name(actor);
    var report = new ReportText(granted.home(), review, by, actor.moment().at());
    if (!reviews.complete(review, by, report::of, actor)) {
      return reviews.find(review.id()).filter(Review::isRunning).isPresent()
          ? NotCompleted.NOT_DECIDED
          : NotCompleted.COMPLETED_BEFORE;
    }
    return new Completed(reviews.find(review.id()).orElseThrow());
  }
}
