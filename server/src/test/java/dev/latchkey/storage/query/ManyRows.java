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

  /** Members of an organization and of its team with passkeys, each of whom has another name. */
  void people(String organization, String team) {
    add(
        "users (user_id, organization_id, email, name, search_text, role, password, active_since, passkeys,"
            + " created_at)",
        """
        'usr_' || n, '{organization}', 'one' || n || '@example.com', 'One Two' || n,
        'one two' || n || '{end}one' || n || '@example.com' || '{end}', 'MEMBER', 'x', n, 1, n
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

  /** A view that each of these people shares. */
  void views(String organization) {
    add(
        "saved_views (view_id, organization_id, owner_id, list, name, filters, shared)",
        "'view_' || n, '{organization}', 'usr_' || n, 'PEOPLE', 'View ' || n, 'q=a', 1",
        Map.of("organization", organization));
  }

  void organizations() {
    add(
        "organizations (organization_id, name, search_text, kind, created_at)",
        "'org_' || n, 'Many ' || n, 'many ' || n || '{end}', 'MULTI_TEAM', n",
        Map.of("end", SearchText.END));
  }

  /** One of each of these people, personal and organization credentials by turns. */
  void credentials(String organization) {
    add(
        "credentials (client_id, type, organization_id, owner_id, subject_id, name, search_text, scope,"
            + " redirect_uris, options, created_at)",
        """
        'cli_' || n, CASE n % 2 WHEN 0 THEN 'PERSONAL' ELSE 'ORGANIZATION' END, '{organization}', 'usr_' || n,
        CASE n % 2 WHEN 0 THEN NULL ELSE 'adm_' || n END, 'Many ' || n, 'many ' || n || '{end}',
        'read:issue:info', 'https://app.example/callback', '', n
        """,
        Map.of("organization", organization, "end", SearchText.END));
  }

  /** A token of each of these credentials. */
  void tokens() {
    add(
        "organization_tokens (token_hash, client_id, scope, ending, issued_by, issued_at)",
        "{hash}, 'cli_' || n, 'read:issue:info', 'end', 'usr_' || n, n",
        Map.of());
  }

  /** Child tokens of the only token of a credential. */
  void childTokens(String client) {
    add(
        "child_tokens (token_hash, parent_hash, first_hash, first_kind, client_id, user_id, scope, actors,"
            + " created_at, expires_at)",
        """
        {hash}, (SELECT token_hash FROM organization_tokens WHERE client_id = '{client}'),
        (SELECT token_hash FROM organization_tokens WHERE client_id = '{client}'), 'ORGANIZATIONAL', '{client}',
        'usr_' || n, 'read:issue:info', 'agent', n, 9000000000000
        """,
        Map.of("client", client));
  }

  /** Calls with each of these credentials. */
  void calls() {
    add("usage (client_id, scope, day, calls)", "'cli_' || n, '', n, 1", Map.of());
    add("daily_calls (subject, day, outcome, calls)", "'cli_' || n, n, 'SCOPE', 1", Map.of());
  }

  void sessions() {
    add(
        "sessions (session_hash, user_id, signed_in_at, seen_at, expires_at, address, browser,"
            + " operating_system)",
        "{hash}, 'usr_' || n, n, n, 9000000000000, '', 'UNKNOWN', 'UNKNOWN'",
        Map.of());
  }

  /** Entries of an organization, of which the oldest are rare events. */
  void audit(String organization) {
    add(
        "audit (at, event, outcome, user_id, organization_id, address)",
        """
        n, CASE WHEN n < 20000 THEN 'SIGN_IN' ELSE 'TOKEN_REFRESH' END, 'ok', 'usr_' || n, '{organization}',
        '192.0.2.1'
        """,
        Map.of("organization", organization));
  }

  /** A hash that no other number has. */
  private String hash() {
    return switch (database.dialect()) {
      case SQLITE -> "CAST(printf('%032d', n) AS BLOB)";
      case POSTGRESQL -> "CAST(lpad(CAST(n AS TEXT), 32, '0') AS BYTEA)";
    };
  }

  private void add(String table, String values, Map<String, String> named) {
    String text =
        NUMBERED.replace("{table}", table).replace("{values}", values).replace("{hash}", hash());
    for (var each : named.entrySet()) {
      text = text.replace('{' + each.getKey() + '}', each.getValue());
    }
    for (int done = 0; done < rows; done += PART) {
      String part =
          text.replace("{first}", String.valueOf(done + 1))
              .replace("{last}", String.valueOf(Math.min(rows, done + PART)));
      database.write(sql -> {
        if (database.dialect() == Database.Dialect.POSTGRESQL) {
          // These rows need no look for those that they name, and no cache knows them.
          sql.script("SET LOCAL session_replication_role = replica");
        }
        sql.script(part);
        return rows;
      });
    }
  }
}
