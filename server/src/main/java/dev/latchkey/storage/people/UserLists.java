package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
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
 * Tables of users, one page at a time. Which users are on a page is read from an index alone.
 * Everything else is read only for the rows of the page.
 */
public final class UserLists {
  /** The columns by which users can be sorted. */
  public enum Column implements SortColumn {
    NAME,
    EMAIL,
    CREATED;

    @Override
    public Order order() {
      return switch (this) {
        case NAME -> Order.ascending("u.name");
        case EMAIL -> Order.ascending("u.email");
        case CREATED -> Order.descending("u.created_at");
      };
    }
  }

  /** Which users a table shows, and which page of them. No organization stands for all. */
  public record Search(
      Optional<Id.Organization> organization,
      SearchText text,
      UserFilter filter,
      TablePage<Column> page) {

    /** The first {@code size} users by name that contain the text. */
    public static Search of(Optional<Id.Organization> organization, SearchText text, int size) {
      return new Search(organization, text, UserFilter.NONE, TablePage.first(Column.NAME, size));
    }
  }

  /** A user as a table shows it. */
  public record Listed(
      Id.User id,
      String name,
      String email,
      User.Role role,
      ManagedUser.State state,
      Instant createdAt,
      Organization organization,
      Details details) {}

  /**
   * {@code team}: the first of the person's teams by name, if there is any. {@code signedInAt}: the
   * last sign-in, as far as one is recorded.
   */
  public record Details(
      Optional<String> team, int teams, boolean hasFactor, Optional<Instant> signedInAt) {}

  private static final String PAGE =
      """
      SELECT u.user_id, u.name, u.email, u.role, u.audits, u.password, u.active_since, u.created_at,
          u.signed_in_at, u.organization_id, o.name AS organization_name, o.kind,
          (SELECT COALESCE(MAX(m.administers), 0)
              FROM memberships m
              WHERE m.user_id = u.user_id) AS administers,
          (SELECT MIN(t.name)
              FROM memberships m
              JOIN teams t ON t.team_id = m.team_id
              WHERE m.user_id = u.user_id) AS team,
          (SELECT COUNT(*) FROM memberships m WHERE m.user_id = u.user_id) AS teams,
          CASE WHEN u.factor_since IS NOT NULL OR u.passkeys > 0 THEN 1 ELSE 0 END AS has_factor
      FROM ({keys}) p
      CROSS JOIN users u
      CROSS JOIN organizations o
      WHERE u.user_id = p.user_id
        AND o.organization_id = u.organization_id
      ORDER BY {order}
      """;

  private final Database database;

  public UserLists(Database database) {
    this.database = database;
  }

  /**
   * The users whose name or e-mail address contains the text; in a large table those of whom one
   * begins with it.
   */
  public TableRows<Listed> find(Search search) {
    return database.list(sql -> {
      var query = new PagedQuery<>(matching(sql, search), PAGE, UserLists::read);
      return query.read(sql, search.page(), Map.of());
    });
  }

  /**
   * How many users of an organization can sign in without a second factor, counted up to the number
   * that is shown. The order makes SQLite read the index {@code users_without_factor}.
   */
  public BoundedCount withoutFactor(Id.Organization organization) {
    return new BoundedCount(
        database
            .list(sql ->
                sql.one(
                    """
                    SELECT COUNT(*) AS counted
                    FROM (SELECT 1
                        FROM users u
                        WHERE u.organization_id = ?{narrowed}
                        ORDER BY u.name, u.user_id
                        LIMIT ?) found
                    """
                        .replace("{narrowed}", UserFilter.WITHOUT_FACTOR),
                    row -> row.number("counted"),
                    organization,
                    BoundedCount.QUERY_LIMIT))
            .orElseThrow());
  }

  private PagedQuery.Matching matching(Sql sql, Search search) throws SQLException {
    var values = new HashMap<String, Object>();
    search.organization().ifPresent(id -> values.put("organization", id));
    String all =
        "FROM users u WHERE "
            + (search.organization().isPresent() ? "u.organization_id = :organization" : "TRUE");
    String filter = search.filter().condition();
    search.filter().team().ifPresent(team -> values.put("team", team));
    search.filter().idleSince().ifPresent(since -> values.put("idle_since", since));
    if (search.text().isEmpty()) {
      return new PagedQuery.Matching(
          "u.user_id", all + filter, search.filter().few(all), values, TableRows.Reach.ALL);
    }
    if (StartSearch.isNeeded(sql, all, ofOrganization(search), StartSearch.MAX_COMPARED)) {
      var people = new StartSearch.People(database.dialect(), search.text(), search.organization());
      values.putAll(people.values());
      return new PagedQuery.Matching(
          "u.user_id",
          people.withEach("users u", "u.user_id = s.user_id") + filter,
          values,
          new TableRows.Reach(people.areMore(sql), true));
    }
    values.put("text", search.text().folded());
    String found = SearchText.place(database.dialect(), "u.search_text", ":text");
    return new PagedQuery.Matching("u.user_id", all + " AND " + found + " > 0" + filter, values);
  }

  private static Map<String, Id.Organization> ofOrganization(Search search) {
    return search.organization().map(id -> Map.of("organization", id)).orElse(Map.of());
  }

  private static Listed read(Sql.Row row) throws SQLException {
    User.Role role = StoredRole.read(row);
    return new Listed(
        new Id.User(row.text("user_id")),
        row.text("name"),
        row.text("email"),
        role == User.Role.MEMBER && row.flag("administers") ? User.Role.TEAM_ADMINISTRATOR : role,
        UserAdministration.state(row),
        row.instant("created_at"),
        new Organization(
            new Id.Organization(row.text("organization_id")),
            row.text("organization_name"),
            Organization.Kind.valueOf(row.text("kind"))),
        new Details(
            row.maybeText("team"),
            row.number("teams"),
            row.flag("has_factor"),
            UserAdministration.signedInAt(row)));
  }
}
