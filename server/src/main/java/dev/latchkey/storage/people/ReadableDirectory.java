package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.DirectoryView;
import dev.latchkey.model.person.Team;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The people and teams that a token may read. The WHERE clause excludes all others, so for the
 * token they do not exist.
 */
public final class ReadableDirectory {
  /**
   * The teams that a token may read. Its parameters are an organization, then a team or null, then
   * a user or null: the three parts of a {@link DirectoryView}.
   */
  private static final String VISIBLE_TEAMS =
      """
      SELECT t.team_id, t.name, t.organization_id
      FROM teams t
      WHERE t.organization_id = ?
        AND t.team_id = COALESCE(?, t.team_id)
        AND (CAST(? AS TEXT) IS NULL
            OR EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = ? AND m.team_id = t.team_id))
      """;

  private final Database database;

  public ReadableDirectory(Database database) {
    this.database = database;
  }

  /** A person as the directory shows one. */
  public record Person(Id.User id, String email, String name, boolean administers) {}

  public List<Team> teams(DirectoryView view, String after, int limit) {
    return database.list(sql ->
        sql.all(
            VISIBLE_TEAMS + " AND t.team_id > ? ORDER BY t.team_id LIMIT ?",
            Directory::team,
            view.organization(),
            team(view),
            user(view),
            user(view),
            after,
            limit));
  }

  public Optional<Team> team(DirectoryView view, Id.Team id) {
    return database.read(sql ->
        sql.one(
            VISIBLE_TEAMS + " AND t.team_id = ?",
            Directory::team,
            view.organization(),
            team(view),
            user(view),
            user(view),
            id));
  }

  public List<Person> members(Id.Team team, String after, int limit) {
    return database.list(sql ->
        sql.all(
            """
            SELECT u.user_id, u.email, u.name, m.administers
            FROM memberships m
            JOIN users u ON u.user_id = m.user_id
              AND u.active_since IS NOT NULL
            WHERE m.team_id = ?
              AND m.user_id > ?
            ORDER BY m.user_id
            LIMIT ?
            """,
            ReadableDirectory::person,
            team,
            after,
            limit));
  }

  public List<Person> users(DirectoryView view, String after, int limit) {
    return database.list(sql -> users(sql, view, "u.user_id > ?", after, limit));
  }

  public Optional<Person> user(DirectoryView view, Id.User id) {
    return database.read(
        sql -> users(sql, view, "u.user_id = ?", id.value(), 1).stream().findFirst());
  }

  /**
   * The people in the visible teams. The view of a whole organization also contains its people who
   * are in no team.
   */
  private static List<Person> users(Sql sql, DirectoryView view, String which, String id, int limit)
      throws SQLException {
    return sql.all(
        """
        SELECT u.user_id, u.email, u.name, 0 AS administers
        FROM users u
        WHERE u.active_since IS NOT NULL
          AND {which}
          AND (u.organization_id = ? OR u.user_id IN (SELECT b.user_id
              FROM memberships b
              JOIN ({visible}) s ON s.team_id = b.team_id))
        ORDER BY u.user_id
        LIMIT ?
        """
            .replace("{which}", which)
            .replace("{visible}", VISIBLE_TEAMS),
        ReadableDirectory::person,
        id,
        view instanceof DirectoryView.Whole whole ? whole.organization() : null,
        view.organization(),
        team(view),
        user(view),
        user(view),
        limit);
  }

  private static Optional<Id.Team> team(DirectoryView view) {
    return switch (view) {
      case DirectoryView.OneTeam one -> Optional.of(one.team());
      case DirectoryView.Whole _ -> Optional.empty();
      case DirectoryView.TeamsOf _ -> Optional.empty();
    };
  }

  private static Optional<Id.User> user(DirectoryView view) {
    return switch (view) {
      case DirectoryView.TeamsOf teams -> Optional.of(teams.user());
      case DirectoryView.Whole _ -> Optional.empty();
      case DirectoryView.OneTeam _ -> Optional.empty();
    };
  }

  private static Person person(Sql.Row row) throws SQLException {
    return new Person(
        new Id.User(row.text("user_id")),
        row.text("email"),
        row.text("name"),
        row.flag("administers"));
  }
}
