package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RevokedTimes;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.limit.UsedForms;
import dev.latchkey.storage.query.PagedQuery;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.SortColumn;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens of an organization credential. They do not expire (contract 3, last row), unless the
 * operator has set a limit ({@link TokenPolicies}). An administrator ends them, at once or after
 * the overlap of a re-issue. {@code ended_at} may be in the future; {@link TokenChecks} compares
 * it, so no action is needed at that time. A token that ends at once gets an end in the far past,
 * because the clock of another node may be behind.
 *
 * <p>Introspection returns such an end as {@code exp}. A resource server that caches the answer
 * does not use it beyond the overlap, and the program that has the old token sees that it has to
 * change over.
 */
public final class OrganizationTokens {
  /**
   * How long an organization token stays active beside the token that replaces it, so that a
   * program can change over (rule 6.3).
   */
  public enum Overlap {
    NONE(Duration.ZERO),
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofHours(24)),
    WEEK(Duration.ofDays(7));

    private final Duration length;

    Overlap(Duration length) {
      this.length = length;
    }

    public Duration length() {
      return length;
    }
  }

  /**
   * An active organization token as administrators see it. The token itself is not known: people
   * recognise it by its last four characters, and forms refer to it by its hash. {@code issuedBy}
   * is a name.
   */
  public record Live(
      SecretHash hash,
      String ending,
      Scopes scope,
      String issuedBy,
      Instant issuedAt,
      Optional<Instant> lastUse,
      TokenLife life) {}

  /** The columns by which tokens can be sorted. A token without an end is the last to end. */
  public enum Column implements SortColumn {
    CREATED,
    LAST_USE,
    END;

    @Override
    public Order order() {
      return switch (this) {
        case CREATED -> Order.descending("t.issued_at");
        case LAST_USE -> Order.descending("COALESCE(t.last_used_at, 0)");
        case END -> Order.ascending("COALESCE(t.ended_at, 9223372036854775807)");
      };
    }
  }

  /**
   * Which tokens a table shows, and which page of them. The text is a part of the last characters
   * or of the name or the e-mail address of the person who created the token.
   */
  public record Search(SearchText text, TablePage<Column> page) {}

  private static final String ACTIVE =
      """
      FROM organization_tokens t
      JOIN users u ON u.user_id = t.issued_by
      WHERE t.client_id = :client
        AND (t.ended_at IS NULL OR t.ended_at > :now)
      """;

  private static final String PAGE =
      """
      SELECT t.token_hash, t.ending, t.scope, u.name AS issuer, t.issued_at, t.ended_at, t.last_used_at
      FROM ({keys}) p
      CROSS JOIN organization_tokens t
      CROSS JOIN users u
      WHERE t.token_hash = p.token_hash
        AND u.user_id = t.issued_by
      ORDER BY {order}
      """;

  private static final Instant AT_ONCE = Instant.EPOCH;

  private final Database database;
  private final Limits limits;

  public OrganizationTokens(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** The result of re-issuing a token. */
  public enum Reissued {
    REISSUED,
    CREDENTIAL_DELETED,
    FORM_SENT_BEFORE
  }

  /** One page of the active tokens of a credential. */
  public TableRows<Live> find(Id.Client client, Search search, RequestMoment now) {
    Map<String, Object> values = values(client, now);
    String text = ACTIVE + narrowed(search.text(), values);
    var matching = new PagedQuery.Matching("t.token_hash", text, values);
    var query = new PagedQuery<>(matching, PAGE, OrganizationTokens::live);
    return database.list(sql -> query.read(sql, search.page(), Map.of()));
  }

  private String narrowed(SearchText text, Map<String, Object> values) {
    if (text.isEmpty()) {
      return "";
    }
    values.put("ending", text.text());
    values.put("text", text.folded());
    return "  AND (%s > 0 OR %s > 0)\n"
        .formatted(
            SearchText.place(database.dialect(), "t.ending", ":ending"),
            SearchText.place(database.dialect(), "u.search_text", ":text"));
  }

  /** Those of the named tokens that are active tokens of the credential. */
  public List<Live> chosen(List<SecretHash> named, Id.Client client, RequestMoment now) {
    String keys = "SELECT t.token_hash " + ACTIVE + "  AND t.token_hash = :token";
    String text = PAGE.replace("{keys}", keys).replace("{order}", "t.token_hash");
    Map<String, Object> values = values(client, now);
    return database.list(sql -> {
      var found = new ArrayList<Live>();
      for (SecretHash each : named) {
        values.put("token", each);
        sql.one(text, OrganizationTokens::live, values).ifPresent(found::add);
      }
      return found;
    });
  }

  private static Map<String, Object> values(Id.Client client, RequestMoment now) {
    var values = new HashMap<String, Object>();
    values.put("client", client);
    values.put("now", now.at());
    return values;
  }

  private static Live live(Sql.Row row) throws SQLException {
    return new Live(
        SecretHash.stored(row.bytes("token_hash")),
        row.text("ending"),
        Scopes.parse(row.text("scope")),
        row.text("issuer"),
        row.instant("issued_at"),
        row.maybeInstant("last_used_at"),
        TokenLife.ending(row.maybeInstant("ended_at")));
  }

  /**
   * A new token, how long the other tokens stay active, and the form with which it was requested.
   */
  public record Replacement(Secret.Organization token, Overlap overlap, Id.Form form) {}

  /**
   * Issues a new token with the current scope of the credential (contract 3). All other tokens stay
   * active for the overlap at most.
   */
  public Reissued reissue(
      Credential.Organizational credential,
      Replacement replacement,
      Id.User by,
      RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      if (!UsedForms.spend(sql, replacement.form(), limits, now)) {
        return Reissued.FORM_SENT_BEFORE;
      }
      // This locks the credential. Without it, two re-issues at the same time would each
      // leave the token of the other without an end.
      boolean locked =
          sql.updateOne(
              """
              UPDATE credentials
              SET version = version
              WHERE client_id = ?
                AND deleted_at IS NULL
              """,
              credential.clientId());
      if (!locked) {
        return Reissued.CREDENTIAL_DELETED;
      }
      Duration overlap = replacement.overlap().length();
      Instant end = overlap.isZero() ? AT_ONCE : now.at().plus(overlap);
      sql.update(
          """
          UPDATE organization_tokens
          SET ended_at = :end, announced_at = :now
          WHERE client_id = :client
            AND (ended_at IS NULL OR ended_at > :end)
          """,
          Map.of("end", end, "now", now.at(), "client", credential.clientId()));
      sql.update(
          """
          INSERT INTO organization_tokens (token_hash, client_id, scope, ending, issued_by, issued_at, ended_at,
              times_revoked)
          SELECT ?, c.client_id, c.scope, ?, ?, ?, CAST(? AS BIGINT), {times}
          FROM credentials c
          WHERE c.client_id = ?
          """
              .replace("{times}", RevokedTimes.OF_CREDENTIAL),
          replacement.token().hash(),
          replacement.token().ending(),
          by,
          now.at(),
          limits.endOfOrganizationToken(now.at()),
          credential.clientId());
      sql.record(
          AuditEntry.of(now, AuditEvent.TOKEN_REISSUE, AuditOutcome.OK)
              .by(by)
              .about(credential.clientId())
              .in(credential.organization()));
      return Reissued.REISSUED;
    });
  }

  /** The credential of a token, also of one that has ended. */
  public Optional<Id.Client> credentialOf(SecretHash token) {
    return database.read(sql ->
        sql.one(
            "SELECT client_id FROM organization_tokens WHERE token_hash = ?",
            row -> new Id.Client(row.text("client_id")),
            token));
  }

  /**
   * Revokes a token. False if it had been ended at once before, or belongs to another credential.
   */
  public boolean revoke(
      Credential.Organizational credential, SecretHash token, Id.Subject by, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      boolean ended =
          sql.updateOne(
              """
              UPDATE organization_tokens
              SET ended_at = :end
              WHERE token_hash = :token
                AND client_id = :client
                AND (ended_at IS NULL OR ended_at > :end)
              """,
              Map.of("end", AT_ONCE, "token", token, "client", credential.clientId()));
      RefusedActs.recordAct(
          sql,
          ended,
          Optional.of(by),
          AuditEntry.of(now, AuditEvent.TOKEN_REVOKE, ended ? AuditOutcome.OK : AuditOutcome.DEAD)
              .by(by)
              .about(credential.clientId())
              .in(credential.organization()));
      return ended;
    });
  }
}
