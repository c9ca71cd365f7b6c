package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
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

  /** An organization as a table shows it. */
  public record Listed(
      Organization organization, Instant createdAt, BoundedCount teams, BoundedCount users) {}

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

  public enum Outcome {
    DONE,
    /** Another person renamed it since it was read. */
    EDIT_CONFLICT,
    NAME_TAKEN,
    /** A single-team organization already has its team. */
    NO_ROOM
  }

  /**
   * The organizations whose name contains the text; if there are very many, those whose name begins
   * with it.
   */
  public TableRows<Listed> find(SearchText search, TablePage<Column> page) {
    return find(search, Optional.empty(), page);
  }

  /** The same of one kind. */
  public TableRows<Listed> find(
      SearchText search, Optional<Organization.Kind> kind, TablePage<Column> page) {
    return database.read(sql -> {
      var query = new PagedQuery<>(matching(sql, search, kind), PAGE, Organizations::read);
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

  private static Listed read(Sql.Row row) throws SQLException {
    return new Listed(
        Users.organization(row),
        row.instant("created_at"),
        BoundedCount.inList(row.number("teams")),
        BoundedCount.inList(row.number("people")));
  }

  /** A new organization, its first team and its first person, who administers that team. */
  public record Founded(Organization organization, Team team, User administrator) {}

  /**
   * Creates an organization with its first team and invites its first administrator. False if the
   * e-mail address is taken.
   */
  public boolean create(
      Founded founded, Secret.PasswordLink link, Id.Subject by, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      if (sql.exists("SELECT 1 FROM users WHERE email = ?", founded.administrator().email())) {
        return false;
      }
      Users.insert(sql, founded.organization(), Optional.of(by), now);
      Users.insert(sql, founded.team(), Optional.of(by), now);
      var invitation = new UserAdministration.Invitation(founded.administrator(), link, by);
      if (!UserAdministration.invite(sql, limits, invitation, now)) {
        throw new StorageFault("the e-mail address was taken at the same moment");
      }
      return true;
    });
  }

  /**
   * Creates an organization with its first team, and without people. A name that is in use is
   * refused, so that a program can repeat the call. The rows of the super administrators are
   * locked, so that two of them do not use one name at the same moment.
   */
  public Outcome create(Organization created, Team first, Id.Subject by, RequestMoment now) {
    var store = database.at(now).lockingSuperAdministratorsIf(true);
    return store.write(sql -> {
      if (sql.exists("SELECT 1 FROM organizations WHERE name = ?", created.name())) {
        return Outcome.NAME_TAKEN;
      }
      Users.insert(sql, created, Optional.of(by), now);
      Users.insert(sql, first, Optional.of(by), now);
      return Outcome.DONE;
    });
  }

  public Outcome rename(Organization known, String name, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
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
      Outcome outcome = done ? Outcome.DONE : Outcome.EDIT_CONFLICT;
      sql.record(
          AuditEntry.of(now, AuditEvent.ORGANIZATION_CHANGE, outcome(outcome)).in(known.id()));
      return outcome;
    });
  }

  public Outcome add(Team team, Id.Subject by, RequestMoment now) {
    return add(team, Optional.of(by), now);
  }

  /** {@code by}: empty for a command on the server. */
  public Outcome add(Team team, Optional<Id.Subject> by, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      lock(sql, team.organization());
      if (isTaken(sql, team, team.name())) {
        return Outcome.NAME_TAKEN;
      }
      boolean hasRoom =
          sql.exists(
              """
              SELECT 1
              FROM organizations o
              WHERE o.organization_id = ?
                AND (o.kind = 'MULTI_TEAM' OR NOT EXISTS (SELECT 1 FROM teams t
                    WHERE t.organization_id = o.organization_id))
              """,
              team.organization());
      if (!hasRoom) {
        return Outcome.NO_ROOM;
      }
      Users.insert(sql, team, by, now);
      return Outcome.DONE;
    });
  }

  public Outcome rename(Team known, String name, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      lock(sql, known.organization());
      if (isTaken(sql, known, name)) {
        return Outcome.NAME_TAKEN;
      }
      boolean done =
          sql.updateOne(
              "UPDATE teams SET name = ? WHERE team_id = ? AND name = ?",
              name,
              known.id(),
              known.name());
      Outcome outcome = done ? Outcome.DONE : Outcome.EDIT_CONFLICT;
      sql.record(
          AuditEntry.of(now, AuditEvent.TEAM_CHANGE, outcome(outcome))
              .in(known.organization())
              .in(known.id()));
      return outcome;
    });
  }

  /**
   * Locks the organization, so that its teams are named one after the other and what is read next
   * stays true.
   */
  private static void lock(Sql sql, Id.Organization organization) throws SQLException {
    sql.update("UPDATE organizations SET kind = kind WHERE organization_id = ?", organization);
  }

  private static boolean isTaken(Sql sql, Team team, String name) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM teams
        WHERE organization_id = ?
          AND name = ?
          AND team_id <> ?
        """,
        team.organization(),
        name,
        team.id());
  }

  private static AuditOutcome outcome(Outcome outcome) {
    return outcome == Outcome.DONE ? AuditOutcome.OK : AuditOutcome.of(outcome);
  }
}
