package dev.latchkey.storage.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ReviewDetail;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.review.ReviewItem.Decision;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Starts and reads reviews, and records what is decided. {@code kept}: how long reports are. */
public record Reviews(Database database, Supplier<Duration> kept) {
  private static final String ENDING = "ENDING";

  /** A new review, and the name of the one who starts it. */
  public record Wanted(Id.Review id, Id.Organization organization, String by, Instant dueAt) {}

  /** Empty if the organization has too many, or one that is running. */
  public Optional<Review> start(Wanted wanted, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      Optional<Review> started = start(sql, wanted, actor.moment());
      if (started.isPresent()) {
        sql.record(entry(actor, AuditEvent.REVIEW_START, started.get()));
      }
      return started;
    });
  }

  private static Optional<Review> start(Sql sql, Wanted wanted, RequestMoment now)
      throws SQLException {
    List<ReviewItem> found = ReviewSnapshot.take(sql, wanted.organization, now.at());
    int items = Math.min(found.size(), Review.MOST_ITEMS);
    boolean isStarted =
        sql.updateOne(
            """
            INSERT INTO access_reviews (review_id, organization_id, started_by, started_at, due_at, items, is_partial)
            SELECT :review, o.organization_id, :by, :now, :due, :items, :partial
            FROM organizations o
            WHERE o.organization_id = :organization
              AND NOT EXISTS (SELECT 1
                  FROM access_reviews r
                  WHERE r.organization_id = o.organization_id
                    AND r.completed_at IS NULL)
              AND (SELECT COUNT(*) FROM access_reviews r WHERE r.organization_id = o.organization_id) < :most
            ON CONFLICT DO NOTHING
            """,
            new Values()
                .and("review", wanted.id)
                .and("by", wanted.by)
                .and("now", now.at())
                .and("due", wanted.dueAt)
                .and("items", items)
                .and("partial", found.size() > items)
                .and("organization", wanted.organization)
                .and("most", Review.MOST));
    if (!isStarted) {
      return Optional.empty();
    }
    for (int place = 0; place < items; place++) {
      insert(sql, wanted.id, place + 1, found.get(place));
    }
    return find(sql, wanted.id);
  }

  private static void insert(Sql sql, Id.Review review, int number, ReviewItem item)
      throws SQLException {
    sql.update(
        """
        INSERT INTO access_review_items (review_id, number, kind, subject, client_id, name, about, role, scope, last_used_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        review,
        number,
        item.kind(),
        item.subject(),
        item.client().orElse(null),
        item.name(),
        item.about(),
        item.role().orElse(null),
        item.scope(),
        item.lastUsedAt().orElse(null));
  }

  public Optional<Review> find(Id.Review id) {
    return database.read(sql -> find(sql, id));
  }

  private static Optional<Review> find(Sql sql, Id.Review id) throws SQLException {
    return sql.one("SELECT * FROM access_reviews WHERE review_id = ?", ReviewRow::review, id);
  }

  /** The newest first. */
  public List<Review> of(Id.Organization organization) {
    return database.list(sql ->
        sql.all(
            """
            SELECT *
            FROM access_reviews
            WHERE organization_id = ?
            ORDER BY started_at DESC, review_id DESC
            LIMIT ?
            """,
            ReviewRow::review,
            organization,
            Review.MOST));
  }

  /** In the order of their numbers, after one. {@code isOpen}: only those that are not decided. */
  public List<ReviewItem> items(Id.Review review, boolean isOpen, int after, int most) {
    return database.list(sql -> items(sql, review, isOpen, after, most));
  }

  private static List<ReviewItem> items(
      Sql sql, Id.Review review, boolean isOpen, int after, int most) throws SQLException {
    return sql.all(
        """
        SELECT *
        FROM access_review_items
        WHERE review_id = ?
          AND number > ?{open}
        ORDER BY number
        LIMIT ?
        """
            .replace("{open}", isOpen ? " AND (decision IS NULL OR decision = 'ENDING')" : ""),
        ReviewRow::item,
        review,
        after,
        most);
  }

  public Optional<ReviewItem> item(Id.Review review, int number) {
    return database.read(sql ->
        sql.one(
            "SELECT * FROM access_review_items WHERE review_id = ? AND number = ?",
            ReviewRow::item,
            review,
            number));
  }

  /** Who decides what, with which reason. */
  public record Verdict(Decision decision, String by, String note) {}

  /**
   * Claims an item whose access is going to be ended. To claim it again continues what was
   * interrupted. False if it was decided before.
   */
  public boolean claim(Review review, ReviewItem item, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql ->
        sql.updateOne(
            """
            UPDATE access_review_items
            SET decision = ?
            WHERE review_id = ?
              AND number = ?
              AND (decision IS NULL OR decision = ?)
            """,
            ENDING,
            review.id(),
            item.number(),
            ENDING));
  }

  /** Gives an item back whose access could not be ended. */
  public void release(Review review, ReviewItem item, RequestMoment now) {
    var store = database.at(now);
    store.write(sql ->
        sql.update(
            "UPDATE access_review_items SET decision = NULL WHERE review_id = ? AND number = ? AND decision = ?",
            review.id(),
            item.number(),
            ENDING));
  }

  /** Records a decision. False if there is one already, or access that is being ended. */
  public boolean decide(Review review, ReviewItem item, Verdict verdict, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean isDone =
          sql.updateOne(
              """
              UPDATE access_review_items
              SET decision = ?, decided_by = ?, decided_at = ?, note = ?
              WHERE review_id = ?
                AND number = ?
                AND {open}
              """
                  .replace(
                      "{open}",
                      verdict.decision == Decision.ENDED
                          ? "decision = 'ENDING'"
                          : "decision IS NULL"),
              verdict.decision,
              verdict.by,
              actor.moment().at(),
              verdict.note,
              review.id(),
              item.number());
      if (isDone) {
        sql.update(
            "UPDATE access_reviews SET decided = decided + 1 WHERE review_id = ?", review.id());
        sql.record(
            entry(actor, AuditEvent.REVIEW_DECIDE, review)
                .detailed(ReviewDetail.of(item, verdict.decision)));
      }
      return isDone;
    });
  }

  /**
   * Completes a review of which everything is decided. {@code report}: what will be signed. False
   * if something is not decided, or if it was completed before.
   */
  public boolean complete(
      Review review, String by, Function<List<ReviewItem>, String> report, Actor actor) {
    Instant now = actor.moment().at();
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean isDone =
          sql.updateOne(
              """
              UPDATE access_reviews
              SET completed_at = ?, completed_by = ?, kept_until = ?
              WHERE review_id = ?
                AND completed_at IS NULL
                AND decided = items
              """,
              now,
              by,
              now.plus(kept.get()),
              review.id());
      if (isDone) {
        // Read after the guard: nothing can be decided any more.
        List<ReviewItem> all = items(sql, review.id(), false, 0, Review.MOST_ITEMS);
        sql.update(
            "UPDATE access_reviews SET report = ? WHERE review_id = ?",
            report.apply(all),
            review.id());
        sql.update(
            "UPDATE access_review_items SET kept_until = ? WHERE review_id = ?",
            now.plus(kept.get()),
            review.id());
        sql.record(entry(actor, AuditEvent.REVIEW_COMPLETE, review));
      }
      return isDone;
    });
  }

  private static AuditEntry entry(Actor actor, AuditEvent event, Review review) {
    return actor.entry(event).in(review.organization()).detailed(ReviewDetail.of(review));
  }
}
