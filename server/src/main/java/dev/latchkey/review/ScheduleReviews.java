package dev.latchkey.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.review.ReviewSchedule;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.review.ReviewTasks;
import java.util.Optional;

/** Lets reviews start by themselves every so many months, or no longer. */
public record ScheduleReviews(ReviewGuard guard, ReviewTasks tasks) {
  public sealed interface Outcome permits Scheduled, Flawed, Refused {}

  public record Scheduled(Optional<ReviewSchedule> schedule) implements Outcome {}

  public enum Flawed implements Outcome {
    MONTHS_OUT_OF_RANGE
  }

  public record Refused(NoAccess why) implements Outcome {}

  /** {@code months}: 0 for no longer. */
  public Outcome by(Actor actor, Id.Organization in, int months) {
    return guard
        .refuse(actor, in)
        .<Outcome>map(Refused::new)
        .orElseGet(() -> change(actor, in, months));
  }

  private Outcome change(Actor actor, Id.Organization in, int months) {
    if (months < 0 || months > ReviewSchedule.MOST_MONTHS) {
      return Flawed.MONTHS_OUT_OF_RANGE;
    }
    Optional<ReviewSchedule> wanted =
        Optional.of(months)
            .filter(each -> each > 0)
            .map(each -> ReviewSchedule.after(actor.moment().at(), each));
    Optional<ReviewSchedule> known = tasks.schedule(in);
    if (known.map(ReviewSchedule::months).equals(wanted.map(ReviewSchedule::months))) {
      return new Scheduled(known);
    }
    tasks.change(in, wanted, actor);
    return new Scheduled(wanted);
  }
}
