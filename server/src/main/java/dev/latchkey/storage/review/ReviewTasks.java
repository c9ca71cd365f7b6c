package dev.latchkey.storage.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ReviewDetail;
import dev.latchkey.model.audit.seal.SealSigner;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewReport;
import dev.latchkey.model.review.ReviewSchedule;
import dev.latchkey.storage.database.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the server does about reviews by itself: schedules, reminders and signatures. */
public record ReviewTasks(Database database) {
  private static final int MOST_AT_ONCE = 100;

  public Optional<ReviewSchedule> schedule(Id.Organization of) {
    return database.read(sql ->
        sql.one(
            "SELECT * FROM access_review_schedules WHERE organization_id = ?",
            row -> new ReviewSchedule(row.number("months"), row.instant("next_at")),
            of));
  }

  /** Empty: no reviews start by themselves. */
  public void change(Id.Organization in, Optional<ReviewSchedule> wanted, Actor actor) {
    var store = database.at(actor.moment());
    store.write(sql -> {
      sql.update("DELETE FROM access_review_schedules WHERE organization_id = ?", in);
      if (wanted.isPresent()) {
        sql.update(
            "INSERT INTO access_review_schedules (organization_id, months, next_at) VALUES (?, ?, ?)",
            in,
            wanted.get().months(),
            wanted.get().nextAt());
      }
      sql.record(
          actor
              .entry(AuditEvent.REVIEW_SCHEDULE)
              .in(in)
              .detailed(ReviewDetail.ofMonths(wanted.map(ReviewSchedule::months).orElse(0))));
      return true;
    });
  }

  public record Due(Id.Organization organization, ReviewSchedule schedule) {}

  public List<Due> due(Instant now) {
    return database.read(sql ->
        sql.all(
            """
            SELECT *
            FROM access_review_schedules
            WHERE next_at <= ?
            ORDER BY next_at
            LIMIT ?
            """,
            row ->
                new Due(
                    row.organization(),
                    new ReviewSchedule(row.number("months"), row.instant("next_at"))),
            now,
            MOST_AT_ONCE));
  }

  /** Moves a schedule to its next time. False if another node did. */
  public boolean advance(Due due, Instant next, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql ->
        sql.updateOne(
            "UPDATE access_review_schedules SET next_at = ? WHERE organization_id = ? AND next_at = ?",
            next,
            due.organization,
            due.schedule.nextAt()));
  }

  /** Those that are due soon and of which no one was reminded. */
  public List<Review> toRemind(Instant dueUntil) {
    return database.read(sql ->
        sql.all(
            """
            SELECT *
            FROM access_reviews
            WHERE completed_at IS NULL
              AND due_at <= ?
              AND reminded_at IS NULL
            ORDER BY due_at, review_id
            LIMIT ?
            """,
            ReviewRow::review,
            dueUntil,
            MOST_AT_ONCE));
  }

  /** False if another node reminds of it. */
  public boolean markReminded(Review review, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql ->
        sql.updateOne(
            "UPDATE access_reviews SET reminded_at = ? WHERE review_id = ? AND reminded_at IS NULL",
            now.at(),
            review.id()));
  }

  /** Signs what was completed. */
  public void sign(SealSigner signer, RequestMoment now) {
    List<Id.Review> unsigned =
        database.read(sql ->
            sql.all(
                """
                SELECT review_id
                FROM access_reviews
                WHERE completed_at IS NOT NULL
                  AND signature IS NULL
                ORDER BY review_id
                LIMIT ?
                """,
                row -> new Id.Review(row.text("review_id")),
                MOST_AT_ONCE));
    unsigned.forEach(id -> sign(id, signer, now));
  }

  private void sign(Id.Review id, SealSigner signer, RequestMoment now) {
    String report = report(id).orElseThrow().text();
    var store = database.at(now);
    boolean _ =
        store.write(sql ->
            sql.updateOne(
                """
                UPDATE access_reviews
                SET public_key = ?, signature = ?
                WHERE review_id = ?
                  AND signature IS NULL
                """,
                signer.key().jwk(),
                signer.sign(ReviewReport.statement(report)),
                id));
  }

  /** Empty if it is not completed. */
  public Optional<ReviewReport> report(Id.Review id) {
    return database.read(sql ->
        sql.one(
            "SELECT report, public_key, signature FROM access_reviews WHERE review_id = ? AND report IS NOT NULL",
            row ->
                new ReviewReport(
                    row.text("report"),
                    row.maybeText("public_key").orElse(""),
                    row.maybeText("signature").orElse("")),
            id));
  }
}
