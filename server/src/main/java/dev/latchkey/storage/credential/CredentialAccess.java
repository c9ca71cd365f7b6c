package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.issued.TokenRevocation;
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
 * The access that people have given to a personal credential, as its owner and administrators see
 * it: the grants of which its app has tokens. {@link TokenRevocation} ends them, and {@link
 * ActiveGrants} has them as the people see them who gave them.
 *
 * <p>The owner learns nothing new here: the app gets the e-mail address of each user with the
 * token. A grant records owner and redirect URIs at the time of its consent, because these are what
 * may change to the harm of the user. An owner in another organization than the user is called
 * unverified: an organization can vouch for its own people only.
 */
public final class CredentialAccess {
  /**
   * The columns by which grants can be sorted. Only one of them has an index: an index by last use
   * would make every recorded use slower. A large table is therefore sorted by that one. The others
   * are looked up for the rows of a table, so that the rows are still found from the index.
   */
  public enum Column implements SortColumn {
    GRANTED,
    LAST_USE,
    PERSON;

    @Override
    public Order order() {
      return switch (this) {
        case GRANTED -> Order.descending("g.consented_at");
        case LAST_USE ->
            Order.descending(
                "(SELECT COALESCE(l.last_used_at, 0) FROM grants l WHERE l.grant_id = g.grant_id)");
        case PERSON -> Order.ascending("(SELECT p.name FROM users p WHERE p.user_id = g.user_id)");
      };
    }

    /** Whether a table can be sorted by the column. Of a large one not all rows are counted. */
    public boolean isOffered(boolean isLarge) {
      return this == GRANTED || !isLarge;
    }
  }

  /** Which grants of a credential a table shows, and which page of them. */
  public record Search(Id.Client client, SearchText text, TablePage<Column> page) {
    /** The page of a table, by a column by which it can be sorted. */
    public TablePage<Column> page(boolean isLarge) {
      return page.column().isOffered(isLarge)
          ? page
          : TablePage.first(Column.GRANTED, page.size()).at(page.number());
    }
  }

  /** A grant of which the app has a token, with the person who gave it. */
  public record Listed(
      Person person,
      String team,
      Scopes scope,
      Instant consentedAt,
      Optional<Instant> lastUsedAt) {}

  public record Person(Id.User id, String name, String email, String organization) {}

  /**
   * How many people have given access, and how many pairs of tokens the app has. Counting stops at
   * a bound, and then {@code people} is the number among the grants that were counted.
   */
  public record Extent(BoundedCount tokens, int people) {
    public boolean isEmpty() {
      return tokens.shown() == 0;
    }
  }

  /**
   * A grant whose code was not exchanged is not access yet. A grant from before its user was
   * disabled stays inactive for good, so it is not access any more. For each grant that is counted
   * an index of the users who were disabled is looked up. A list of all of them would be as long as
   * the platform is old.
   */
  private static final String MATCHING =
      """
      FROM grants g
      WHERE g.client_id = :client
        AND g.ended_at IS NULL
        AND g.exchanged_at IS NOT NULL
        AND g.ends_at > :now
        AND COALESCE((SELECT s.times_disabled = d.times_disabled
            FROM users d
            CROSS JOIN grants s
            WHERE d.user_id = g.user_id
              AND d.times_disabled > 0
              AND s.grant_id = g.grant_id), TRUE){narrowed}
      """;

  /** The same for a grant of a person {@code s}, among those who may have given one. */
  private static final String OF_PERSON =
      """
      g.user_id = s.user_id
        AND g.client_id = :client
        AND g.ended_at IS NULL
        AND g.exchanged_at IS NOT NULL
        AND g.ends_at > :now
        AND g.times_disabled = (SELECT d.times_disabled FROM users d WHERE d.user_id = s.user_id)
      """;

  private static final String PERSON =
      "(SELECT u.search_text FROM users u WHERE u.user_id = g.user_id)";

  private static final String PAGE =
      """
      SELECT g.scope, g.consented_at, g.last_used_at, g.user_id, u.name, u.email, o.name AS organization,
          t.name AS team
      FROM ({keys}) p
      CROSS JOIN grants g
      CROSS JOIN users u
      CROSS JOIN organizations o
      CROSS JOIN teams t
      WHERE g.grant_id = p.grant_id
        AND u.user_id = g.user_id
        AND o.organization_id = u.organization_id
        AND t.team_id = g.team_id
      ORDER BY {order}
      """;

  private static final String EXTENT =
      """
      SELECT COUNT(*) AS tokens, COUNT(DISTINCT user_id) AS people
      FROM (SELECT g.user_id
          {matching}
          LIMIT :most) bounded
      """;

  private static final String ONE = "SELECT CAST(:person AS TEXT) AS user_id";

  private final Database database;

  public CredentialAccess(Database database) {
    this.database = database;
  }

  public TableRows<Listed> find(Search search, RequestMoment now) {
    var values = values(search.client(), now);
    return database.list(sql -> {
      var matching = matching(sql, search.text(), values);
      var query = new PagedQuery<>(matching, PAGE, CredentialAccess::read);
      return query.read(sql, counted -> search.page(matching.reach(counted).hasMore()), Map.of());
    });
  }

  /** The access of one person, or of all people. */
  public Extent extent(Id.Client client, Optional<Id.User> whose, RequestMoment now) {
    var values = values(client, now);
    values.put("most", BoundedCount.QUERY_LIMIT);
    whose.ifPresent(person -> values.put("person", person));
    String matching =
        whose.isPresent()
            ? StartSearch.each(database.dialect(), ONE, "grants g", OF_PERSON)
            : MATCHING.replace("{narrowed}", "");
    String text = EXTENT.replace("{matching}", matching);
    return database.list(sql ->
        sql.one(
                text,
                row -> new Extent(new BoundedCount(row.number("tokens")), row.number("people")),
                values)
            .orElseThrow());
  }

  private static Map<String, Object> values(Id.Client client, RequestMoment now) {
    var values = new HashMap<String, Object>();
    values.put("client", client);
    values.put("now", now.at());
    return values;
  }

  /**
   * The person of each grant is looked up, by a query for one value, which no database turns into a
   * join with all people. Among very many grants those of people whose name or address begins with
   * the text are found.
   */
  private PagedQuery.Matching matching(Sql sql, SearchText text, Map<String, Object> values)
      throws SQLException {
    String all = MATCHING.replace("{narrowed}", "");
    if (text.isEmpty()) {
      return new PagedQuery.Matching("g.grant_id", all, values);
    }
    boolean isByStart = StartSearch.isNeeded(sql, all, values, PagedQuery.MAX_COUNTED);
    if (isByStart) {
      var people = new StartSearch.People(database.dialect(), text, Optional.empty());
      values.putAll(people.values());
      return new PagedQuery.Matching(
          "g.grant_id",
          people.withEach("grants g", OF_PERSON),
          values,
          new TableRows.Reach(people.areMore(sql), true));
    }
    String narrowed = "\n  AND " + SearchText.place(database.dialect(), PERSON, ":text") + " > 0";
    values.put("text", text.folded());
    return new PagedQuery.Matching("g.grant_id", MATCHING.replace("{narrowed}", narrowed), values);
  }

  private static Listed read(Sql.Row row) throws SQLException {
    return new Listed(
        new Person(
            new Id.User(row.text("user_id")),
            row.text("name"),
            row.text("email"),
            row.text("organization")),
        row.text("team"),
        Scopes.parse(row.text("scope")),
        row.instant("consented_at"),
        row.maybeInstant("last_used_at"));
  }
}
