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
import dev.latchkey.storage.query.StartSearch;
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

  private static final String OF_ORGANIZATION = "c.organization_id = :whose";

  private static final String OWNED = "c.owner_id = :whose AND c.type = 'PERSONAL'";

  private static final String MATCHING =
      """
      FROM credentials c
      WHERE c.deleted_at IS NULL
        AND {whose}{narrowed}
      """;

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

  private static final String OWNER_DISABLED =
      """
       AND c.type = 'PERSONAL'
       AND EXISTS (SELECT 1
          FROM users u
          WHERE u.user_id = c.owner_id
            AND u.active_since IS NULL)
      """;

  private static final String LIVE =
      """
       AND (CASE WHEN c.type = 'PERSONAL'
          THEN NOT EXISTS (SELECT 1
              FROM users u
              WHERE u.user_id = c.owner_id
                AND u.active_since IS NULL)
          ELSE EXISTS (SELECT 1
              FROM organization_tokens t
              WHERE t.client_id = c.client_id
                AND (t.ended_at IS NULL OR t.ended_at > :now))
          END)
      """;

  private static final String NO_TOKEN =
      """
       AND c.type = 'ORGANIZATION'
       AND NOT EXISTS (SELECT 1
          FROM organization_tokens t
          WHERE t.client_id = c.client_id
            AND (t.ended_at IS NULL OR t.ended_at > :now))
      """;

  /** The index {@code credentials_by_start} has the same columns. */
  private static final String STARTED =
      """
      SELECT started.client_id
      FROM (SELECT n.client_id
          FROM credentials n
          WHERE n.organization_id = :whose
            AND n.deleted_at IS NULL
            AND n.search_text{bytewise} >= :first_text
            AND n.search_text{bytewise} < :after_text
          ORDER BY n.search_text{bytewise}
          LIMIT :candidates) started
      UNION
      SELECT CAST(:identifier AS TEXT)
      """;

  private final Database database;

  public CredentialLists(Database database) {
    this.database = database;
  }

  /** The personal credentials that a person owns. */
  public TableRows<Listed> ownedBy(Id.User owner, Search search, RequestMoment now) {
    return list(OWNED, owner, search, now);
  }

  /**
   * The credentials of an organization and the personal credentials of its members. The search also
   * finds the name and the e-mail address of an owner, unless there are very many credentials.
   */
  public TableRows<Listed> of(Id.Organization organization, Search search, RequestMoment now) {
    return list(OF_ORGANIZATION, organization, search, now);
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
    return count(OF_ORGANIZATION, organization, concern, now);
  }

  /** How many of the personal credentials that a person owns have this concern. */
  public BoundedCount count(Id.User owner, CredentialConcern concern, Instant now) {
    return count(OWNED, owner, concern, now);
  }

  private BoundedCount count(String whose, Id id, CredentialConcern concern, Instant now) {
    var values = new HashMap<String, Object>(concern.values(now));
    values.put("whose", id);
    values.put("looked", concern.looked());
    values.put("beyond", concern.looked() + 1);
    values.put("most", BoundedCount.QUERY_LIMIT);
    String text =
        COUNT
            .replace("{matching}", MATCHING)
            .replace("{whose}", whose)
            .replace("{narrowed}", concern.candidates())
            .replace("{order}", concern.order())
            .replace("{condition}", concern.condition());
    return database.list(sql -> sql.one(text, row -> counted(row, concern), values)).orElseThrow();
  }

  private static BoundedCount counted(Sql.Row row, CredentialConcern concern) throws SQLException {
    var found = new BoundedCount(row.number("counted"));
    boolean isCut = row.number("candidates") > concern.looked();
    return isCut ? new BoundedCount(found.shown(), true) : found;
  }

  private TableRows<Listed> list(String whose, Id id, Search search, RequestMoment now) {
    return database.list(sql -> {
      boolean isByStart = isByStart(sql, whose, id, search.text());
      var matching = matching(whose, id, search, isByStart, now);
      var query = new PagedQuery<>(matching, PAGE, CredentialLists::read);
      return query.read(
          sql, search.page(), Map.of("now", now.at(), "most", BoundedCount.QUERY_LIMIT));
    });
  }

  private static boolean isByStart(Sql sql, String whose, Id id, SearchText text)
      throws SQLException {
    String all = MATCHING.replace("{whose}", whose).replace("{narrowed}", "");
    return !text.isEmpty()
        && whose.equals(OF_ORGANIZATION)
        && StartSearch.isNeeded(sql, all, Map.of("whose", id), StartSearch.MAX_COMPARED);
  }

  private PagedQuery.Matching matching(
      String whose, Id id, Search search, boolean isByStart, RequestMoment now) {
    var values = new HashMap<String, Object>();
    values.put("whose", id);
    String narrowed =
        (isByStart ? "" : withText(search.text(), whose, values))
            + withType(search.type(), values)
            + withOwner(search.owner(), values)
            + search.state().map(CredentialLists::condition).orElse("")
            + search
                .concern()
                .map(concern -> concern.candidates() + concern.condition())
                .orElse("");
    search.concern().ifPresent(concern -> values.putAll(concern.values(now.at())));
    if (narrowed.contains(":now")) {
      values.put("now", now.at());
    }
    // Those of one owner are few, so the index by owner is to find them.
    String found =
        search.owner().isPresent()
            ? whose.replace("c.organization_id", "c.organization_id || ''")
            : whose;
    String text =
        isByStart
            ? byStart(search.text(), values) + narrowed
            : MATCHING.replace("{whose}", found).replace("{narrowed}", narrowed);
    return new PagedQuery.Matching(
        "c.client_id", text, values, new TableRows.Reach(false, isByStart));
  }

  /** The name of the credential begins with the text, or the text is its identifier. */
  private String byStart(SearchText text, Map<String, Object> values) {
    values.putAll(StartSearch.values(text));
    values.put("identifier", text.text());
    values.put("candidates", PagedQuery.MAX_COUNTED + 1);
    return StartSearch.each(
        database.dialect(),
        database.dialect().translate(STARTED),
        "credentials c",
        "c.client_id = s.client_id AND c.deleted_at IS NULL AND c.organization_id = :whose");
  }

  /**
   * A person who searches among the own credentials searches for names only. Only a text that can
   * be the start of a client identifier is compared with identifiers.
   */
  private String withText(SearchText text, String whose, Map<String, Object> values) {
    if (text.isEmpty()) {
      return "";
    }
    values.put("text", text.folded());
    var condition = new StringBuilder(" AND (").append(place(":text"));
    if (whose.equals(OF_ORGANIZATION)) {
      condition.append(" > 0");
    } else {
      condition.append(" BETWEEN 1 AND ").append(place(":end"));
      values.put("end", SearchText.END);
    }
    if (text.text().startsWith(Id.CLIENT.prefix())) {
      condition.append(" OR c.client_id LIKE :start ESCAPE '!'");
      values.put("start", text.atTheStart());
    }
    return condition.append(')').toString();
  }

  private String place(String text) {
    return SearchText.place(database.dialect(), "c.search_text", text);
  }

  private static String withType(Optional<Search.Type> type, Map<String, Object> values) {
    type.ifPresent(chosen -> values.put("type", chosen));
    return type.isPresent() ? " AND c.type = :type" : "";
  }

  private static String withOwner(Optional<Id.User> owner, Map<String, Object> values) {
    owner.ifPresent(chosen -> values.put("owner", chosen));
    return owner.isPresent() ? " AND c.owner_id = :owner" : "";
  }

  private static String condition(Search.State state) {
    return switch (state) {
      case LIVE -> LIVE;
      case OWNER_DISABLED -> OWNER_DISABLED;
      case NO_TOKEN -> NO_TOKEN;
    };
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
