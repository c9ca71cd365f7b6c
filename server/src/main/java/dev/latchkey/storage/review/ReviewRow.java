package dev.latchkey.storage.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.Optional;

/** Reads reviews and their items. */
final class ReviewRow {
  private ReviewRow() {}

  static Review review(Sql.Row row) throws SQLException {
    Optional<Review.Completed> completed =
        row.maybeInstant("completed_at").isPresent()
            ? Optional.of(
                new Review.Completed(
                    row.instant("completed_at"),
                    row.text("completed_by"),
                    row.maybeText("signature").isPresent()))
            : Optional.empty();
    return new Review(
        new Id.Review(row.text("review_id")),
        row.organization(),
        row.text("started_by"),
        row.instant("started_at"),
        row.instant("due_at"),
        row.number("items"),
        row.number("decided"),
        row.flag("is_partial"),
        completed);
  }

  static ReviewItem item(Sql.Row row) throws SQLException {
    Optional<ReviewItem.Decided> decided =
        row.maybeInstant("decided_at").isPresent()
            ? Optional.of(
                new ReviewItem.Decided(
                    ReviewItem.Decision.valueOf(row.text("decision")),
                    row.text("decided_by"),
                    row.instant("decided_at"),
                    row.text("note")))
            : Optional.empty();
    return new ReviewItem(
        row.number("number"),
        ReviewItem.Kind.valueOf(row.text("kind")),
        row.text("subject"),
        row.maybeText("client_id").map(Id.Client::new),
        row.text("name"),
        row.text("about"),
        row.maybeText("role").map(User.Role::valueOf),
        row.scopes("scope"),
        row.maybeInstant("last_used_at"),
        decided);
  }
}
