package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewSchedule;
import java.time.Instant;
import java.util.Optional;

/** A review of access. */
public record ReviewView(
    Id.Review reviewId,
    Id.Organization orgId,
    Review.State state,
    String startedBy,
    Instant startedAt,
    Instant dueAt,
    int items,
    int decided,
    boolean isPartial,
    boolean isSigned,
    Optional<String> completedBy,
    Optional<Instant> completedAt) {
  public static ReviewView of(Review review) {
    return new ReviewView(
        review.id(),
        review.organization(),
        review.state(),
        review.startedBy(),
        review.startedAt(),
        review.dueAt(),
        review.items(),
        review.decided(),
        review.isPartial(),
        review.completed().map(Review.Completed::isSigned).orElse(false),
        review.completed().map(Review.Completed::by),
        review.completed().map(Review.Completed::at));
  }

  /** What a review lists, and what was decided about it. */
  public record Item(
      int number,
      ReviewItem.Kind kind,
      String subject,
      Optional<Id.Client> clientId,
      String name,
      String about,
      Optional<User.Role> role,
      Scopes scope,
      Optional<Instant> lastUsedAt,
      Optional<ReviewItem.Decision> decision,
      Optional<String> decidedBy,
      Optional<Instant> decidedAt,
      Optional<String> note) {
    public static Item of(ReviewItem item) {
      return new Item(
          item.number(),
          item.kind(),
          item.subject(),
          item.client(),
          item.name(),
          item.about(),
          item.role(),
          item.scope(),
          item.lastUsedAt(),
          item.decided().map(ReviewItem.Decided::decision),
          item.decided().map(ReviewItem.Decided::by),
          item.decided().map(ReviewItem.Decided::at),
          item.decided().map(ReviewItem.Decided::note));
    }
  }

  /** A report with the key that has signed it. */
  public record Report(
      AuditEntryView.JsonText report, AuditEntryView.JsonText key, String signature) {}

  /** Every how many months a review starts by itself; 0 for none. */
  public record Schedule(int months, Optional<Instant> nextAt) {
    public static Schedule of(Optional<ReviewSchedule> schedule) {
      return new Schedule(
          schedule.map(ReviewSchedule::months).orElse(0), schedule.map(ReviewSchedule::nextAt));
    }
  }
}
