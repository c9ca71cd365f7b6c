package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.BoundedCount;
import dev.latchkey.storage.query.PagedQuery;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.SortColumn;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tables of credentials, one page at a time. Which credentials are on a page is read from an index
 * alone. Everything else is read only for the rows of the page.
 */
public final class CredentialLists {
  /**
   * Which credentials a table shows, and which page of them. {@code owner}: only those of this
   * person, who owns or created them.
   */
  public record Search(
      SearchText text,
      Optional<Type> type,
      Optional<State> state,
      Optional<CredentialConcern> concern,
      Optional<Id.User> owner,
      TablePage<Column> page) {

    /** The credential types of contract 1.1. */
    public enum Type {
      PERSONAL,
      ORGANIZATION
    }

    /** Whether a credential has an active token that can be used, and if not, why. */
    public enum State {
      LIVE,
      OWNER_DISABLED,
      NO_TOKEN
    }

    /** The first {@code size} credentials by name. */
    public static Search first(int size) {
      return by(Column.NAME, size);
    }

    /** A page of the credentials that contain the text. */
    public static Search of(SearchText text, TablePage<Column> page) {
      return new Search(
          text, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), page);
    }

    /** The first {@code size} credentials by name that contain the text. */
    public static Search of(SearchText text, int size) {
      return of(text, TablePage.first(Column.NAME, size));
    }

    /** The first {@code size} credentials by this column, in its usual direction. */
    public static Search by(Column column, int size) {
      return of(SearchText.NONE, TablePage.first(column, size));
    }
  }

  /** The columns by which credentials can be sorted. */
  public enum Column implements SortColumn {
    NAME,
    LAST_USE,
    CREATED;

    @Override
    public Order order() {
      return switch (this) {
        case NAME -> Order.ascending("c.name");
        case LAST_USE -> Order.descending("c.last_used_at");
        case CREATED -> Order.descending("c.created_at");
      };
    }
  }

  public record Owner(String name, String email) {}

  /** A credential as a table shows it. {@code tokens} is the number of its active tokens. */
  public record Listed(
      Credential credential,
      Owner owner,
      Search.State state,
      Optional<Instant> lastUse,
      BoundedCount tokens) {}

  /** Compares a limited number of candidates, and says how many there are up to that number. */
  private static final String COUNT =
      """
      SELECT (SELECT COUNT(*)
              FROM (SELECT 1
                  FROM (SELECT c.client_id
                      {matching}
                      ORDER BY {order}
                      LIMIT :looked) c
                  WHERE 1 = 1{condition}
                  LIMIT :most) found) AS counted,
          (SELECT COUNT(*)
              FROM (SELECT 1
                  {matching}
                  LIMIT :beyond) candidates) AS candidates
      """;

  /**
   * Tokens are counted from indexes, and only up to the number that is shown, because a credential
   * may have a million of them. The grants are counted in the order of their index. In no order
   * PostgreSQL reads the whole table if most of the grants are of one credential.
   */
  private static final String PAGE =
      """
      SELECT c.*, o.name AS owner_name, o.email AS owner_email,
          CASE WHEN c.type = 'PERSONAL' AND o.active_since IS NULL THEN 'OWNER_DISABLED'
              WHEN c.type = 'PERSONAL' THEN 'LIVE'
              WHEN EXISTS (SELECT 1
                  FROM organization_tokens t
                  WHERE t.client_id = c.client_id
                    AND (t.ended_at IS NULL OR t.ended_at > :now)) THEN 'LIVE'
              ELSE 'NO_TOKEN'
              END AS state,
          CASE WHEN c.type = 'PERSONAL'
              THEN (SELECT COUNT(*)
                  FROM (SELECT 1
                      FROM grants g
                      WHERE g.client_id = c.client_id
                        AND g.ended_at IS NULL
                        AND g.exchanged_at IS NOT NULL
                        AND g.ends_at > :now
                      ORDER BY g.consented_at
                      LIMIT :most) live)
              ELSE (SELECT COUNT(*)
                  FROM (SELECT 1
                      FROM organization_tokens t
                      WHERE t.client_id = c.client_id
                        AND (t.ended_at IS NULL OR t.ended_at > :now)
                      LIMIT :most) live)
              END AS tokens
      FROM ({keys}) p
      CROSS JOIN credentials c
      CROSS JOIN users o
      WHERE c.client_id = p.client_id
        AND o.user_id = c.owner_id
      ORDER BY {order}
      """;

  private final Database database;

  public CredentialLists(Database database) {
    this.database = database;
  }

  /** The personal credentials that a person owns. */
  public TableRows<Listed> ownedBy(Id.User owner, Search search, RequestMoment now) {
    return list(CredentialMatch.Whose.OWNED, owner, search, now);
  }

  /**
   * The credentials of an organization and the personal credentials of its members. The search also
   * finds the name and the e-mail address of an owner, unless there are very many credentials.
   */
  public TableRows<Listed> of(Id.Organization organization, Search search, RequestMoment now) {
    return list(CredentialMatch.Whose.OF_ORGANIZATION, organization, search, now);
  }

  /** One credential, as a table shows it. */
  public Optional<Listed> find(Id.Client client, Instant now) {
    String text =
        PAGE.replace("{keys}", "SELECT CAST(:client AS TEXT) AS client_id")
            .replace("{order}", "c.client_id");
    return database.list(sql ->
        sql.one(
            text,
            CredentialLists::read,
            Map.of("client", client, "now", now, "most", BoundedCount.QUERY_LIMIT)));
  }

  /**
   * How many credentials of an organization have this concern. Of an organization with very many
   * credentials, only the first are compared, in an order that fits the concern.
   */
  public BoundedCount count(Id.Organization organization, CredentialConcern concern, Instant now) {
    return count(CredentialMatch.Whose.OF_ORGANIZATION, organization, concern, now);
  }

  /** How many of the personal credentials that a person owns have this concern. */
  public BoundedCount count(Id.User owner, CredentialConcern concern, Instant now) {
    return count(CredentialMatch.Whose.OWNED, owner, concern, now);
  }

  private BoundedCount count(
      CredentialMatch.Whose whose, Id id, CredentialConcern concern, Instant now) {
    var values = new HashMap<String, Object>(concern.values(now));
    values.put("whose", id);
    values.put("looked", concern.looked());
    values.put("beyond", concern.looked() + 1);
    values.put("most", BoundedCount.QUERY_LIMIT);
    String text =
        COUNT
            .replace("{matching}", whose.narrowed(concern.candidates()))
            .replace("{order}", concern.order())
            .replace("{condition}", concern.condition());
    return database.list(sql -> sql.one(text, row -> counted(row, concern), values)).orElseThrow();
  }

  private static BoundedCount counted(Sql.Row row, CredentialConcern concern) throws SQLException {
    var found = new BoundedCount(row.number("counted"));
    boolean isCut = row.number("candidates") > concern.looked();
    return isCut ? new BoundedCount(found.shown(), true) : found;
  }

  private TableRows<Listed> list(
      CredentialMatch.Whose whose, Id id, Search search, RequestMoment now) {
    var match = new CredentialMatch(database, whose, id, search, now.at());
    return database.list(sql -> {
      var query = new PagedQuery<>(match.matching(sql), PAGE, CredentialLists::read);
      return query.read(
          sql, search.page(), Map.of("now", now.at(), "most", BoundedCount.QUERY_LIMIT));
    });
  }

  private static Listed read(Sql.Row row) throws SQLException {
    return new Listed(
        CredentialRow.read(row),
        new Owner(row.text("owner_name"), row.text("owner_email")),
        Search.State.valueOf(row.text("state")),
        CredentialRow.lastUse(row),
        new BoundedCount(row.number("tokens")));
  }
}
