package dev.latchkey.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.review.Review;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.review.Reviews;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Starts a review of who and what has access in an organization now. */
public record StartReview(ReviewGuard guard, Reviews reviews, RandomGenerator random) {
  public sealed interface Outcome permits Started, NotStarted, Refused {}

  public record Started(Review review) implements Outcome {}

  public enum NotStarted implements Outcome {
    DAYS_OUT_OF_RANGE,
    /** One is running, or there are too many. */
    LIMIT_REACHED
  }

  public record Refused(NoAccess why) implements Outcome {}

  public Outcome by(Actor actor, Id.Organization in, int days) {
    return guard
        .refuse(actor, in)
        .<Outcome>map(Refused::new)
        .orElseGet(() -> start(actor, in, days));
  }

  private Outcome start(Actor actor, Id.Organization in, int days) {
    if (days < 1 || days > Review.MOST_DAYS) {
      return NotStarted.DAYS_OUT_OF_RANGE;
    }
    var wanted =
        new Reviews.Wanted(
            Id.REVIEW.draw(random),
            in,
            ReviewGuard.name(actor),
            actor.moment().at().plus(Duration.ofDays(days)));
    return reviews.start(wanted, actor).<Outcome>map(Started::new).orElse(NotStarted.LIMIT_REACHED);
  }
}
