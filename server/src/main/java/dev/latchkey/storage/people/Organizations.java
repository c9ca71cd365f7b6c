package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.process.StorageFault;
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

/** The organizations and their teams, as administrators manage them. */
public final class Organizations {
  private final Database database;
  private final Limits limits;

  public Organizations(Database database, Limits limits) {
    this.database = database;
    this.limits = limits;
  }

  /** An organization as it is shown everywhere: with how many teams and users it has. */
  public record View(
      Id.Organization orgId,
      String name,
      Organization.Kind kind,
      BoundedCount teams,
      BoundedCount users,
      Instant createdAt) {
    public Organization organization() {
      return new Organization(orgId, name, kind);
    }
  }

  /** The columns by which organizations can be sorted. */
  public enum Column implements SortColumn {
    NAME,
    CREATED;

    @Override
    public Order order() {
      return switch (this) {
        case NAME -> Order.ascending("o.name");
        case CREATED -> Order.descending("o.created_at");
      };
    }
  }

  /**
   * Counts only the teams and users of the organizations on the page. The condition is a range,
   * because PostgreSQL reads a whole table for each of them if it expects many rows, which it does
   * for an equation where most rows of the table are of one organization.
   */
  private static final String PAGE =
      """
      SELECT o.*,
          (SELECT COUNT(*)
              FROM (SELECT 1
                  FROM teams t
                  WHERE t.organization_id >= o.organization_id
                    AND t.organization_id <= o.organization_id
                  ORDER BY t.organization_id
                  LIMIT :most) bounded) AS teams,
          (SELECT COUNT(*)
              FROM (SELECT 1
                  FROM users u
                  WHERE u.organization_id >= o.organization_id
                    AND u.organization_id <= o.organization_id
                  ORDER BY u.organization_id
                  LIMIT :most) bounded) AS people
      FROM ({keys}) p
      CROSS JOIN organizations o
      WHERE o.organization_id = p.organization_id
      ORDER BY {order}
      """;

  private static final String CANDIDATES =
      """
      SELECT n.organization_id
      {started}
      ORDER BY n.search_text{bytewise}
      LIMIT :candidates
      """;

  /** What came of giving another name to an organization or a team. */
  public enum Renaming {
    DONE,
    /** Another person renamed it since it was read. */
    EDIT_CONFLICT,
    NAME_TAKEN
  }

  public Optional<View> find(Id.Organization id) {
    return database.list(sql ->
        sql.one(
            PAGE.replace(
                    "{keys}",
                    "SELECT organization_id FROM organizations WHERE organization_id = :id")
                .replace("{order}", "o.name"),
            Organizations::view,
            Map.of("id", id, "most", BoundedCount.LIST_QUERY_LIMIT)));
  }

  /**
   * The organizations whose name contains the text; if there are very many, those whose name begins
   * with it.
   */
  public TableRows<View> find(SearchText search, TablePage<Column> page) {
    return find(search, Optional.empty(), page);
  }

  /** The same of one kind. */
  public TableRows<View> find(
      SearchText search, Optional<Organization.Kind> kind, TablePage<Column> page) {
    return database.list(sql -> {
      var query = new PagedQuery<>(matching(sql, search, kind), PAGE, Organizations::view);
      return query.read(sql, page, Map.of("most", BoundedCount.LIST_QUERY_LIMIT));
    });
  }

  private PagedQuery.Matching matching(Sql sql, SearchText search, Optional<Organization.Kind> kind)
      throws SQLException {
    var values = new HashMap<String, Object>();
    String all = "FROM organizations o WHERE TRUE";
    String ofKind = kind.map(each -> " AND o.kind = '" + each + "'").orElse("");
    if (search.isEmpty()) {
      return new PagedQuery.Matching("o.organization_id", all + ofKind, values);
    }
    if (StartSearch.isNeeded(sql, all, values, StartSearch.MAX_COMPARED)) {
      return byStart(sql, search, ofKind);
    }
    values.put("text", search.folded());
    String found = SearchText.place(database.dialect(), "o.search_text", ":text");
    return new PagedQuery.Matching(
        "o.organization_id", all + " AND " + found + " > 0" + ofKind, values);
  }

  private PagedQuery.Matching byStart(Sql sql, SearchText search, String ofKind)
      throws SQLException {
    var values = new HashMap<String, Object>(StartSearch.values(search));
    String started =
        "FROM organizations n WHERE " + StartSearch.condition(database.dialect(), "n.search_text");
    boolean areMore = StartSearch.isNeeded(sql, started, values, StartSearch.MAX_ROWS);
    values.put("candidates", StartSearch.MAX_ROWS);
    String candidates = database.dialect().translate(CANDIDATES.replace("{started}", started));
    return new PagedQuery.Matching(
        "o.organization_id",
        StartSearch.each(
                database.dialect(),
                candidates,
                "organizations o",
                "o.organization_id = s.organization_id")
            + ofKind,
        values,
        new TableRows.Reach(areMore, true));
  }

  private static View view(Sql.Row row) throws SQLException {
    Organization organization = Directory.organization(row);
    return new View(
        organization.id(),
        organization.name(),
        organization.kind(),
        BoundedCount.inList(row.number("teams")),
        BoundedCount.inList(row.number("people")),
        row.instant("created_at"));
  }

  /** A new organization, its first team and its first person, who administers that team. */
  public record Founded(Organization organization, Team team, User administrator) {}

  /**
   * Creates an organization with its first team and invites its first administrator. False if the
   * e-mail address is taken.
   */
  public boolean create(Founded founded, Secret.PasswordLink link, Actor.Authenticated actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      if (sql.exists("SELECT 1 FROM users WHERE email = ?", founded.administrator().email())) {
        return false;
      }
      insert(sql, founded.organization(), actor);
      Teams.insert(sql, founded.team(), actor);
      var invitation = new UserAdministration.Invitation(founded.administrator(), link, actor);
      if (UserAdministration.invite(sql, limits, invitation) == NewLink.Unlimited.CONFLICT) {
        throw new StorageFault("the e-mail address was taken at the same moment");
      }
      return true;
    });
  }

  /**
   * Creates an organization without people. False if the name is in use, so that a program can
   * repeat the call. {@code first}: its first team. The rows of the super administrators are
   * locked, so that no two organizations get one name at the same moment.
   */
  public boolean create(Organization created, Optional<Team> first, Actor actor) {
    var store = database.at(actor.moment()).lockingSuperAdministratorsIf(true);
    return store.write(sql -> {
      if (isTaken(sql, created)) {
        return false;
      }
      insert(sql, created, actor);
      if (first.isPresent()) {
        Teams.insert(sql, first.get(), actor);
      }
      return true;
    });
  }

  /** {@code isUnique}: the name must not be that of another organization. */
  public Renaming rename(Organization known, String name, boolean isUnique, Actor actor) {
    var store = database.at(actor.moment()).lockingSuperAdministratorsIf(isUnique);
    return store.write(sql -> {
      if (isUnique && isTaken(sql, new Organization(known.id(), name, known.kind()))) {
        return Renaming.NAME_TAKEN;
      }
      boolean done =
          sql.updateOne(
              """
              UPDATE organizations
              SET name = ?, search_text = ?
              WHERE organization_id = ?
                AND name = ?
              """,
              name,
              SearchText.of(name),
              known.id(),
              known.name());
      AuditEntry entry = actor.entry(AuditEvent.ORGANIZATION_CHANGE).in(known.id());
      sql.record(done ? entry : entry.with(AuditOutcome.EDIT_CONFLICT));
      return done ? Renaming.DONE : Renaming.EDIT_CONFLICT;
    });
  }

  private static boolean isTaken(Sql sql, Organization named) throws SQLException {
    return sql.exists(
        "SELECT 1 FROM organizations WHERE name = ? AND organization_id <> ?",
        named.name(),
        named.id());
  }

  static void insert(Sql sql, Organization organization, Actor actor) throws SQLException {
    sql.update(
        """
        INSERT INTO organizations (organization_id, name, search_text, kind, created_at)
        VALUES (?, ?, ?, ?, ?)
        """,
        organization.id(),
        organization.name(),
        SearchText.of(organization.name()),
        organization.kind(),
        actor.moment().at());
    sql.record(actor.entry(AuditEvent.ORGANIZATION_CREATE).in(organization.id()));
  }
}
