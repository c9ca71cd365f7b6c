package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an operator may require of organization tokens. Every node does this from time to time.
 * Conditional writes decide, by the rows that they return, which node has revoked or announced a
 * token, so nothing is done twice.
 *
 * <p>A limited token gets its end when it is issued, in the column that a re-issue uses, so checks
 * do not change. Tokens that exist when the limit is set stay without an end until they are
 * re-issued. A re-issue with an overlap counts as announced, because a person chose the end. A node
 * that stops between the commit and the mail loses that mail.
 */
public final class TokenPolicies {
  private static final int BATCH_SIZE = 100;

  private final Database database;
  private final Limits limits;

  public TokenPolicies(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** A token that was revoked, or that ends soon. {@code informed}: whom it concerns. */
  public record Concerned(
      String app, String ending, Optional<Instant> endsAt, List<NoticeRecipients.Person> informed) {
    public Concerned {
      informed = List.copyOf(informed);
    }
  }

  private record Found(SecretHash hash, Id.Client client, String ending, Optional<Instant> end) {
    static Found read(Sql.Row row) throws SQLException {
      return new Found(
          SecretHash.stored(row.bytes("token_hash")),
          new Id.Client(row.text("client_id")),
          row.text("ending"),
          row.maybeInstant("ended_at"));
    }
  }

  private record Holder(String app, Id.User owner, Id.Organization organization) {}

  /** Revokes one batch of tokens that were not used for too long. Empty if that is not limited. */
  public List<Concerned> revokeUnused(RequestMoment now) {
    if (limits.unusedToken().isEmpty()) {
      return List.of();
    }
    Duration unused = limits.unusedToken().get();
    return database
        .at(now)
        .using(WriteSpace.ENDING)
        .write(sql -> {
          List<Found> revoked =
              sql.all(
                  """
                  UPDATE organization_tokens
                  SET ended_at = 0
                  WHERE token_hash IN (SELECT t.token_hash
                      FROM organization_tokens t
                      JOIN credentials c ON c.client_id = t.client_id AND c.deleted_at IS NULL
                      WHERE (t.ended_at IS NULL OR t.ended_at > :now)
                        AND COALESCE(t.last_used_at, t.issued_at) <= :since
                      ORDER BY t.token_hash
                      LIMIT :most)
                    AND (ended_at IS NULL OR ended_at > :now)
                    AND COALESCE(last_used_at, issued_at) <= :since
                  RETURNING token_hash, client_id, ending, ended_at
                  """,
                  Found::read,
                  Map.of("now", now.at(), "since", now.at().minus(unused), "most", BATCH_SIZE));
          for (Found token : revoked) {
            sql.record(
                AuditEntry.of(now, AuditEvent.TOKEN_REVOKE, AuditOutcome.UNUSED)
                    .about(token.client)
                    .in(holder(sql, token).organization));
          }
          return concerned(sql, revoked);
        });
  }

  /** Finds one batch of tokens that end soon. Each token is returned once. */
  public List<Concerned> announceEnds(RequestMoment now) {
    if (limits.expiryNotice().isEmpty()) {
      return List.of();
    }
    Duration notice = limits.expiryNotice().get();
    return database
        .at(now)
        .write(sql -> {
          List<Found> announced =
              sql.all(
                  """
                  UPDATE organization_tokens
                  SET announced_at = :now
                  WHERE token_hash IN (SELECT t.token_hash
                      FROM organization_tokens t
                      JOIN credentials c ON c.client_id = t.client_id AND c.deleted_at IS NULL
                      WHERE t.announced_at IS NULL
                        AND t.ended_at > :now
                        AND t.ended_at <= :until
                      ORDER BY t.token_hash
                      LIMIT :most)
                    AND announced_at IS NULL
                  RETURNING token_hash, client_id, ending, ended_at
                  """,
                  Found::read,
                  Map.of("now", now.at(), "until", now.at().plus(notice), "most", BATCH_SIZE));
          return concerned(sql, announced);
        });
  }

  private static List<Concerned> concerned(Sql sql, List<Found> tokens) throws SQLException {
    var all = new ArrayList<Concerned>();
    for (Found token : tokens) {
      Holder holder = holder(sql, token);
      var people = new NoticeRecipients(holder.owner, Optional.empty(), holder.organization);
      all.add(new Concerned(holder.app, token.ending, token.end, people.read(sql)));
    }
    return all;
  }

  private static Holder holder(Sql sql, Found token) throws SQLException {
    return sql.one(
            """
            SELECT name, owner_id, organization_id
            FROM credentials
            WHERE client_id = ?
            """,
            row ->
                new Holder(
                    row.text("name"),
                    new Id.User(row.text("owner_id")),
                    new Id.Organization(row.text("organization_id"))),
            token.client)
        .orElseThrow();
  }
}
