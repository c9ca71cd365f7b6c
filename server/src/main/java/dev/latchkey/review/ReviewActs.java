package dev.latchkey.review;

import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.review.ReviewTasks;
import dev.latchkey.storage.review.Reviews;
import java.util.random.RandomGenerator;

/** The acts on reviews of access. */
public record ReviewActs(
    ReviewGuard guard,
    Reviews reviews,
    ReviewTasks tasks,
    StartReview start,
    DecideReviewItem decide,
    CompleteReview complete,
    ScheduleReviews schedule) {
  public static ReviewActs on(
      Reviews reviews,
      ReviewTasks tasks,
      OrganizationGuard organizations,
      ReviewedAccess access,
      RandomGenerator random) {
    var guard = new ReviewGuard(organizations, reviews);
    return new ReviewActs(
        guard,
        reviews,
        tasks,
        new StartReview(guard, reviews, random),
        new DecideReviewItem(guard, reviews, access),
        new CompleteReview(guard, reviews),
        new ScheduleReviews(guard, tasks));
  }
}
