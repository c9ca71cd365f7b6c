package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.Team;
import dev.latchkey.storage.database.Database;
import java.time.Instant;
import java.util.List;

/** The teams of an organization. They are few enough to be shown on one page. */
public final class TeamList {
  /** A team as a table shows it. {@code members}: how many users are in it. */
  public record Listed(Team team, BoundedCount members, Instant createdAt) {}

  private final Database database;

  TeamList(Database database) {
    this.database = database;
  }

  public List<Listed> of(Id.Organization organization) {
    return database.read(sql ->
        sql.all(
            """
            SELECT t.team_id, t.name, t.organization_id, t.created_at,
                (SELECT COUNT(*)
                    FROM (SELECT 1
                        FROM memberships m
                        WHERE m.team_id = t.team_id
                        ORDER BY m.user_id
                        LIMIT ?) bounded) AS members
            FROM teams t
            WHERE t.organization_id = ?
            ORDER BY t.name, t.team_id
            """,
            row ->
                new Listed(
                    Users.team(row),
                    BoundedCount.inList(row.number("members")),
                    row.instant("created_at")),
            BoundedCount.LIST_QUERY_LIMIT,
            organization));
  }
}
