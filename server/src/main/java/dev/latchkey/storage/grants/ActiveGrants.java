package dev.latchkey.storage.grants;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.credential.CredentialRow;
import dev.latchkey.storage.credential.OwnerChange;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.query.PagedQuery;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.SortColumn;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The grants that users have given to apps, and their revocation by the users. */
public record ActiveGrants(Database database, Limits limits) {
  /**
   * A grant that a user has given to an app and can revoke, with the names that a page shows.
   * {@code isExchanged}: whether the app has tokens, and not only a code.
   */
  public record Grant(
      Id.Grant id,
      Id.Client client,
      String app,
      AppProfile profile,
      String owner,
      String organization,
      String team,
      Optional<OwnerChange> ownerChange,
      Scopes scope,
      Instant consentedAt,
      Instant endsAt,
      boolean isExchanged,
      Optional<Instant> firstUsedAt,
      Optional<Instant> lastUsedAt) {}

  /** The columns by which grants can be sorted. */
  public enum Column implements SortColumn {
    APP,
    ALLOWED,
    LAST_USE,
    END;

    @Override
    public Order order() {
      return switch (this) {
        case APP -> Order.ascending("c.name");
        case ALLOWED -> Order.descending("g.consented_at");
        case LAST_USE -> Order.descending("COALESCE(g.last_used_at, 0)");
        case END -> Order.ascending("l.ends_at");
      };
    }
  }

  /**
   * Which grants a table shows, and which page of them. The text is a part of the name of the app
   * or of its owner, or the start of its client identifier.
   */
  public record Search(SearchText text, TablePage<Column> page) {}

  /** The result of revoking a grant. */
  public enum Ended {
    DONE,
    ENDED_BEFORE,
    NOT_OWN
  }

  /** The grants of a user for which an app has a token, or a code that it can still exchange. */
  private static final String OF_USER =
      """
      FROM live_grants l
      JOIN grants g ON g.grant_id = l.grant_id
      JOIN credentials c ON c.client_id = l.client_id
      WHERE l.user_id = :user
        AND l.ends_at > :now
        AND (g.exchanged_at IS NOT NULL OR g.consented_at > :waiting)
      """;

  private static final String PAGE =
      """
      SELECT l.grant_id, l.client_id, l.scope, l.ends_at, g.consented_at, g.exchanged_at,
          g.first_used_at, g.last_used_at, c.name AS app, {profile}, o.name AS owner, w.name AS organization, t.name AS team,
          f.name AS former_owner, c.transferred_at
      FROM ({keys}) p
      CROSS JOIN live_grants l
      JOIN grants g ON g.grant_id = l.grant_id
      JOIN credentials c ON c.client_id = l.client_id
      JOIN users o ON o.user_id = c.owner_id
      LEFT JOIN users f ON f.user_id = c.former_owner_id
        AND c.transferred_at > :noticed
      JOIN organizations w ON w.organization_id = c.organization_id
      JOIN teams t ON t.team_id = l.team_id
      WHERE l.grant_id = p.grant_id
      ORDER BY {order}
      """
          .replace("{profile}", CredentialRow.profileColumns("c"));

  /** One page of the grants that a user has given. */
  public TableRows<Grant> find(Id.User user, Search search, RequestMoment now) {
    Map<String, Object> values = values(user, now);
    String text = OF_USER + narrowed(search.text(), values);
    var matching = new PagedQuery.Matching("l.grant_id", text, values);
    var query = new PagedQuery<>(matching, PAGE, ActiveGrants::grant);
    return database.list(sql -> query.read(sql, search.page(), noticed(now)));
  }

  /** Only a text that can be the start of a client identifier is compared with identifiers. */
  private String narrowed(SearchText text, Map<String, Object> values) {
    if (text.isEmpty()) {
      return "";
    }
    values.put("text", text.folded());
    String found = SearchText.place(database.dialect(), "c.search_text", ":text") + " > 0";
    if (!text.text().startsWith(Id.CLIENT.prefix())) {
      return "  AND " + found + "\n";
    }
    values.put("start", text.atTheStart());
    return "  AND (%s OR c.client_id LIKE :start ESCAPE '!')\n".formatted(found);
  }

  /** The grants of each app beside each other, in the order in which the apps come first. */
  public static Collection<List<Grant>> byApp(List<Grant> grants) {
    return grants.stream()
        .collect(Collectors.groupingBy(Grant::client, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  /** Those of the named grants that the user has given, in the order of the names. */
  public List<Grant> chosen(List<Id.Grant> named, Id.User user, RequestMoment now) {
    String keys = "SELECT l.grant_id " + OF_USER + "  AND l.grant_id = :grant";
    String text = PAGE.replace("{keys}", keys).replace("{order}", "l.grant_id");
    Map<String, Object> values = values(user, now);
    values.putAll(noticed(now));
    return database.list(sql -> {
      var found = new ArrayList<Grant>();
      for (Id.Grant each : named) {
        values.put("grant", each);
        sql.one(text, ActiveGrants::grant, values).ifPresent(found::add);
      }
      return found;
    });
  }

  private Map<String, Object> values(Id.User user, RequestMoment now) {
    return Values.of("user", user)
        .and("now", now.at())
        .and("waiting", now.at().minus(limits.code()));
  }

  private static Map<String, Instant> noticed(RequestMoment now) {
    return Map.of("noticed", now.at().minus(OwnerChange.NOTICE_PERIOD));
  }

  /**
   * Revokes a grant in one write: a pair or an unused code is active only while the join with this
   * row finds the grant. An attempt to end the grant of another user is recorded in the audit log.
   */
  public Ended end(Id.Grant grant, Id.User user, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.ENDING);
    return store.write(sql -> {
      boolean ended =
          sql.updateOne(
              """
              UPDATE grants
              SET ended_at = ?
              WHERE grant_id = ?
                AND user_id = ?
                AND ended_at IS NULL
              """,
              now.at(),
              grant,
              user);
      Optional<Known> known =
          sql.one(
              "SELECT client_id, user_id, team_id FROM grants WHERE grant_id = ?",
              Known::read,
              grant);
      boolean own = known.filter(found -> found.user().equals(user)).isPresent();
      if (ended) {
        sql.record(known.get().audit(now, AuditEvent.GRANT_END, AuditOutcome.OK, user));
      } else if (known.isPresent() && !own) {
        RefusedActs.record(
            sql,
            user,
            known.get().audit(now, AuditEvent.RIGHT_REFUSED, AuditOutcome.GRANT_OF_ANOTHER, user));
      }
      return ended ? Ended.DONE : own ? Ended.ENDED_BEFORE : Ended.NOT_OWN;
    });
  }

  private static Grant grant(Sql.Row row) throws SQLException {
    return new Grant(
        row.grant(),
        row.client(),
        row.text("app"),
        CredentialRow.profile(row),
        row.text("owner"),
        row.text("organization"),
        row.text("team"),
        ownerChange(row),
        row.scopes("scope"),
        row.instant("consented_at"),
        row.instant("ends_at"),
        row.maybeInstant("exchanged_at").isPresent(),
        row.maybeInstant("first_used_at"),
        row.maybeInstant("last_used_at"));
  }

  private static Optional<OwnerChange> ownerChange(Sql.Row row) throws SQLException {
    Optional<String> formerOwner = row.maybeText("former_owner");
    Instant at = row.instant("transferred_at");
    return formerOwner.map(name -> new OwnerChange(name, at));
  }

  /** Who gave a grant to which credential. */
  public record Parties(Id.User user, Id.Client client) {}

  /** Those of a grant, also of one that has ended. */
  public Optional<Parties> partiesOf(Id.Grant grant) {
    return database.read(sql ->
        sql.one(
            "SELECT user_id, client_id FROM grants WHERE grant_id = ?",
            row -> new Parties(row.user(), row.client()),
            grant));
  }

  private record Known(Id.Client client, Id.User user, Id.Team team) {
    static Known read(Sql.Row row) throws SQLException {
      return new Known(row.client(), row.user(), row.team());
    }

    AuditEntry audit(RequestMoment now, AuditEvent event, AuditOutcome outcome, Id.User by) {
      return AuditEntry.of(now, event, outcome).by(by).about(client).in(team);
    }
  }
}
