package dev.latchkey.storage.query;

import dev.latchkey.storage.database.Database;
import java.util.Map;

/** Adds the rows of a large platform, by statements that both databases take. */
final class ManyRows {
  private static final String NUMBERED =
      """
      INSERT INTO {table}
      WITH RECURSIVE numbers (n) AS (SELECT {first}
          UNION ALL
          SELECT n + 1
          FROM numbers
          WHERE n < {last})
      SELECT {values}
      FROM numbers
      """;

  /** A statement may take a limited time. */
  private static final int PART = 5_000;

  private final Database database;
  private final int rows;

  ManyRows(Database database, int rows) {
    this.database = database;
    this.rows = rows;
  }

  /** Members of an organization and of its team, each of whom has another name. */
  void people(String organization, String team) {
    add(
        "users (user_id, organization_id, email, name, search_text, role, password, active_since, created_at)",
        """
        'usr_' || n, '{organization}', 'one' || n || '@example.com', 'One Two' || n,
        'one two' || n || '{end}one' || n || '@example.com' || '{end}', 'MEMBER', 'x', n, n
        """,
        Map.of("organization", organization, "end", SearchText.END));
    add(
        "memberships (user_id, team_id, administers)",
        "'usr_' || n, '{team}', 0",
        Map.of("team", team));
  }

  /** People of another organization, whose names and addresses are before those. */
  void peopleBefore(String organization) {
    add(
        "users (user_id, organization_id, email, name, search_text, role, password, active_since, created_at)",
        """
        'usr_before_' || n, '{organization}', 'one!' || n || '@example.com', 'One Aa' || n,
        'one aa' || n || '{end}one!' || n || '@example.com' || '{end}', 'MEMBER', 'x', n, n
        """,
        Map.of("organization", organization, "end", SearchText.END));
  }

  /** Access of each of these people. */
  void grants(String client, String team) {
    add(
        "grants (grant_id, client_id, user_id, team_id, scope, consented_at, exchanged_at, ends_at,"
            + " owner_id, redirect_uris, times_revoked)",
        "'grt_' || n, '{client}', 'usr_' || n, '{team}', 'read:issue:info', n, n, 9000000000000, '', '', 0",
        Map.of("client", client, "team", team));
  }

  void organizations() {
    add(
        "organizations (organization_id, name, search_text, kind, created_at)",
        "'org_' || n, 'Many ' || n, 'many ' || n || '{end}', 'MULTI_TEAM', n",
        Map.of("end", SearchText.END));
  }

  void credentials(String organization) {
    add(
        "credentials (client_id, type, organization_id, owner_id, name, search_text, scope, redirect_uris,"
            + " options, created_at)",
        """
        'cli_' || n, 'PERSONAL', '{organization}', 'usr_' || n, 'Many ' || n, 'many ' || n || '{end}',
        'read:issue:info', 'https://app.example/callback', '', n
        """,
        Map.of("organization", organization, "end", SearchText.END));
  }

  private void add(String table, String values, Map<String, String> named) {
    String text = NUMBERED.replace("{table}", table).replace("{values}", values);
    for (var each : named.entrySet()) {
      text = text.replace('{' + each.getKey() + '}', each.getValue());
    }
    for (int done = 0; done < rows; done += PART) {
      String part =
          text.replace("{first}", String.valueOf(done + 1))
              .replace("{last}", String.valueOf(Math.min(rows, done + PART)));
      database.write(sql -> {
        sql.script(part);
        return rows;
      });
    }
  }
}
