package dev.latchkey.storage.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.people.StoredRole;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads who and what has access in an organization now. */
final class ReviewSnapshot {
  private static final String PEOPLE =
      """
      SELECT u.user_id AS subject, u.name, u.email AS about, u.role, u.audits, u.signed_in_at AS used_at
      FROM users u
      WHERE u.organization_id = ?
        AND u.active_since IS NOT NULL
        AND (u.role <> 'MEMBER' OR u.audits <> 'NONE'
             OR EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.user_id AND m.administers = 1))
      ORDER BY u.name, u.user_id
      LIMIT ?
      """;

  private static final String TOKENS =
      """
      SELECT t.token_hash AS hash, t.client_id, c.name, o.ending, t.scope, o.last_used_at AS used_at
      FROM credentials c
      JOIN live_tokens t ON t.client_id = c.client_id
      JOIN organization_tokens o ON o.token_hash = t.token_hash
      WHERE c.organization_id = ?
        AND c.deleted_at IS NULL
        AND (t.ended_at IS NULL OR t.ended_at > ?)
      ORDER BY c.name, c.client_id, o.issued_at
      LIMIT ?
      """;

  private static final String GRANTS =
      """
      SELECT l.grant_id AS subject, l.client_id, c.name, u.name AS about, l.scope, g.last_used_at AS used_at
      FROM teams t
      JOIN grants g ON g.team_id = t.team_id
        AND g.ended_at IS NULL
      JOIN live_grants l ON l.grant_id = g.grant_id
      JOIN credentials c ON c.client_id = l.client_id
      JOIN users u ON u.user_id = l.user_id
      WHERE t.organization_id = ?
        AND l.ends_at > ?
        AND g.exchanged_at IS NOT NULL
      LIMIT ?
      """;

  private ReviewSnapshot() {}

  /** One more than a review lists, if there are more. */
  static List<ReviewItem> take(Sql sql, Id.Organization of, Instant now) throws SQLException {
    int most = Review.MOST_ITEMS + 1;
    var found = new ArrayList<ReviewItem>();
    found.addAll(sql.all(PEOPLE, ReviewSnapshot::person, of, most));
    found.addAll(sql.all(TOKENS, ReviewSnapshot::token, of, now, most - found.size()));
    found.addAll(sql.all(GRANTS, ReviewSnapshot::grant, of, now, most - found.size()));
    return found;
  }

  private static ReviewItem person(Sql.Row row) throws SQLException {
    return new ReviewItem(
        0,
        ReviewItem.Kind.PERSON,
        row.text("subject"),
        Optional.empty(),
        row.text("name"),
        row.text("about"),
        Optional.of(role(row)),
        Scopes.NONE,
        Optional.of(row.instant("used_at")).filter(Instant.EPOCH::isBefore),
        Optional.empty());
  }

  /** A member is listed for a team that the person administers. */
  private static User.Role role(Sql.Row row) throws SQLException {
    User.Role role = StoredRole.read(row);
    return role == User.Role.MEMBER ? User.Role.TEAM_ADMINISTRATOR : role;
  }

  private static ReviewItem token(Sql.Row row) throws SQLException {
    return new ReviewItem(
        0,
        ReviewItem.Kind.TOKEN,
        row.hash("hash").text(),
        Optional.of(row.client()),
        row.text("name"),
        "…" + row.text("ending"),
        Optional.empty(),
        row.scopes("scope"),
        row.maybeInstant("used_at"),
        Optional.empty());
  }

  private static ReviewItem grant(Sql.Row row) throws SQLException {
    return new ReviewItem(
        0,
        ReviewItem.Kind.GRANT,
        row.text("subject"),
        Optional.of(row.client()),
        row.text("name"),
        row.text("about"),
        Optional.empty(),
        row.scopes("scope"),
        row.maybeInstant("used_at"),
        Optional.empty());
  }
}
