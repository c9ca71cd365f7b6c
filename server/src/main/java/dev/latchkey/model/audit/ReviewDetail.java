package dev.latchkey.model.audit;

import dev.latchkey.model.audit.AuditDetail.Change;
import dev.latchkey.model.audit.AuditDetail.Field;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import java.util.List;
import java.util.Optional;

/** What an entry about a review of access says of it. */
public final class ReviewDetail {
  private ReviewDetail() {}

  public static Optional<String> of(Review review) {
    return AuditDetail.json(Change.of(Field.REVIEW, List.of(), List.of(review.id().value())));
  }

  public static Optional<String> of(ReviewItem item, ReviewItem.Decision decision) {
    return AuditDetail.json(
        Change.of(Field.ABOUT, List.of(), List.of(item.name() + " · " + item.about())),
        Change.of(Field.DECISION, List.of(), List.of(decision.name())));
  }

  public static Optional<String> ofMonths(int months) {
    return AuditDetail.json(Change.of(Field.MONTHS, List.of(), List.of(String.valueOf(months))));
  }
}
