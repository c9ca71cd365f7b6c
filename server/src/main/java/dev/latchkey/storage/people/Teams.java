package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Team;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.BoundedCount;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The teams of an organization. They are few enough to be shown on one page. */
public final class Teams {
  private static final String VIEW =
      """
      SELECT t.team_id, t.name, t.organization_id, t.created_at,
          (SELECT COUNT(*)
              FROM (SELECT 1
                  FROM memberships m
                  WHERE m.team_id = t.team_id
                  ORDER BY m.user_id
                  LIMIT ?) bounded) AS members
      FROM teams t
      """;

  private final Database database;

  public Teams(Database database) {
    this.database = database;
  }

  /** A team as it is shown everywhere. {@code members}: how many users are in it. */
  public record View(
      Id.Team teamId, String name, Id.Organization orgId, BoundedCount members, Instant createdAt) {
    /** A team without members. */
    public static View created(Team team, RequestMoment now) {
      return new View(
          team.id(), team.name(), team.organization(), BoundedCount.inList(0), now.at());
    }

    public Team team() {
      return new Team(teamId, name, orgId);
    }

    public View renamed(String newName) {
      return new View(teamId, newName, orgId, members, createdAt);
    }
  }

  public enum Creation {
    DONE,
    NAME_TAKEN,
    /** A single-team organization already has its team. */
    NO_ROOM
  }

  public Optional<View> find(Id.Team id) {
    return database.list(sql ->
        sql.one(VIEW + "WHERE t.team_id = ?", Teams::view, BoundedCount.LIST_QUERY_LIMIT, id));
  }

  public List<View> of(Id.Organization organization) {
    return database.list(sql ->
        sql.all(
            VIEW + "WHERE t.organization_id = ? ORDER BY t.name, t.team_id",
            Teams::view,
            BoundedCount.LIST_QUERY_LIMIT,
            organization));
  }

  public Creation create(Team team, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      lock(sql, team.organization());
      if (isTaken(sql, team)) {
        return Creation.NAME_TAKEN;
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
        return Creation.NO_ROOM;
      }
      insert(sql, team, actor);
      return Creation.DONE;
    });
  }

  public Organizations.Renaming rename(View known, String name, Actor actor) {
    var renamed = new Team(known.teamId(), name, known.orgId());
    var store = database.at(actor.moment());
    return store.write(sql -> {
      lock(sql, known.orgId());
      if (isTaken(sql, renamed)) {
        return Organizations.Renaming.NAME_TAKEN;
      }
      boolean done =
          sql.updateOne(
              "UPDATE teams SET name = ? WHERE team_id = ? AND name = ?",
              name,
              known.teamId(),
              known.name());
      AuditEntry entry = entry(actor, AuditEvent.TEAM_CHANGE, renamed);
      sql.record(done ? entry : entry.with(AuditOutcome.EDIT_CONFLICT));
      return done ? Organizations.Renaming.DONE : Organizations.Renaming.EDIT_CONFLICT;
    });
  }

  static void insert(Sql sql, Team team, Actor actor) throws SQLException {
    sql.update(
        """
        INSERT INTO teams (team_id, organization_id, name, created_at)
        VALUES (?, ?, ?, ?)
        """,
        team.id(),
        team.organization(),
        team.name(),
        actor.moment().at());
    sql.record(entry(actor, AuditEvent.TEAM_CREATE, team));
  }

  private static AuditEntry entry(Actor actor, AuditEvent event, Team team) {
    return actor.entry(event).in(team.organization()).in(team.id());
  }

  /**
   * Locks the organization, so that its teams are named one after the other and what is read next
   * stays true.
   */
  private static void lock(Sql sql, Id.Organization organization) throws SQLException {
    sql.update("UPDATE organizations SET kind = kind WHERE organization_id = ?", organization);
  }

  private static boolean isTaken(Sql sql, Team team) throws SQLException {
    return sql.exists(
        """
        SELECT 1
        FROM teams
        WHERE organization_id = ?
          AND name = ?
          AND team_id <> ?
        """,
        team.organization(),
        team.name(),
        team.id());
  }

  private static View view(Sql.Row row) throws SQLException {
    Team team = Directory.team(row);
    return new View(
        team.id(),
        team.name(),
        team.organization(),
        BoundedCount.inList(row.number("members")),
        row.instant("created_at"));
  }
}
