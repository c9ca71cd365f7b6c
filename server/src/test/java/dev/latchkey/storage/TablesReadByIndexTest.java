package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.Postgres;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.pairs.Revoked;
import dev.latchkey.storage.pairs.Rotated;
import dev.latchkey.storage.people.Sessions;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The acts of every minute read a few rows of the tables that grow, however many people there are.
 * PostgreSQL is told to avoid scans of whole tables, which it would prefer with the few rows of the
 * other tables of a test.
 */
class TablesReadByIndexTest {
  private static final int PEOPLE = 1_000;

  @Test
  void consents_tokens_and_writes_of_pages_read_few_rows() throws SQLException {
    String url = databaseReadByIndex();

    try (Nodes nodes = Nodes.on(url)) {
      addPeople(url);
      Team team = nodes.team();
      User user = nodes.member(User.Role.MEMBER, team);
      Credential.Personal app = nodes.app(user.id(), nodes.secret());
      Secret.Session key = nodes.session();
      RequestMoment session = nodes.signedIn(user, key);
      Secret.Code code = nodes.consent(nodes.thisNode, app, user, team, session).orElseThrow();
      TokenPair tokens = nodes.pair();
      nodes.exchange(nodes.thisNode, app, code, tokens);
      var checks =
          new TokenChecks(nodes.thisNode, Limits.DEFAULT, lookUps -> {}, (grant, at) -> {});
      assertThat(checks.look(tokens.access(), nodes.clock.instant())).isPresent();
      var credentials = new Credentials(nodes.thisNode, Limits.DEFAULT);
      assertThat(credentials.change(app, user.id(), session)).isTrue();
      nodes.pairs(nodes.thisNode).revokePair(tokens.access(), app.clientId(), nodes.now("app"));
      var sessions = new Sessions(nodes.thisNode, Limits.DEFAULT);
      assertThat(sessions.find(key, nodes.now("browser"))).isPresent();
      sessions.end(key, user.id(), nodes.now("browser"));
    }

    assertThat(readMostRowsOf(url)).isEmpty();
  }

  @Test
  void revocations_and_lists_of_tokens_read_few_rows() throws SQLException {
    String url = databaseReadByIndex();
    Instant before;

    try (Nodes nodes = Nodes.on(url)) {
      before = nodes.clock.instant();
      nodes.clock.pass(Duration.ofSeconds(1));
      Nodes.Elsewhere elsewhere = nodes.elsewhere();
      nodes.tokens(elsewhere.app(), elsewhere.user(), elsewhere.team());
      addGrants(url);
    }

    try (Nodes nodes = Nodes.on(url)) {
      Team team = nodes.team();
      User user = nodes.member(User.Role.MEMBER, team);
      Credential.Personal app = nodes.app(user.id(), nodes.secret());
      nodes.tokens(app, user, team);
      nodes.machine(user.id(), nodes.token());
      var ofHome = new TokenSelection.Whose.OfOrganization(app.organization());
      RequestMoment now = nodes.now("console");

      var issued = new IssuedTokens(nodes.thisNode);
      var all = TokenSelection.of(ofHome);
      assertThat(issued.find(all, IssuedTokens.Position.NEWEST, 10, now).tokens()).hasSize(2);
      assertThat(issued.count(all, now).total()).isEqualTo(2);

      var revocation = new TokenRevocation(nodes.thisNode);
      var old = Optional.of(before);
      for (var whose : List.of(ofHome, new TokenSelection.Whose.Everyone())) {
        assertThat(revocation.end(new TokenSelection(whose, old), now))
            .map(TokenRevocation.Ended::grants)
            .contains(0);
      }
      assertThat(revocation.end(all, now)).map(TokenRevocation.Ended::grants).contains(1);
    }

    assertThat(readMostRowsOf(url)).isEmpty();
  }

  /**
   * A connection plans a statement once, and the first one is planned for empty tables. The server
   * makes statistics, and with them other plans, only after a minute.
   */
  @Test
  void statements_planned_for_an_empty_store_read_few_rows_of_a_full_one() throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Nodes nodes = Nodes.on(url)) {
      Team team = nodes.team();
      User user = nodes.member(User.Role.MEMBER, team);
      Credential.Personal app = nodes.app(user.id(), nodes.secret());
      refreshAndRevoke(nodes, nodes.tokens(app, user, team), app);
      addGrants(url);
      refreshAndRevoke(nodes, nodes.tokens(app, user, team), app);
    }

    assertThat(readMostRowsOf(url)).isEmpty();
  }

  private static void refreshAndRevoke(Nodes nodes, TokenPair old, Credential.Personal app) {
    TokenPair fresh = nodes.pair();
    var rotation =
        new Pairs.Rotation(
            app.clientId(),
            old.refresh(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Pairs pairs = nodes.pairs(nodes.thisNode);
    assertThat(pairs.rotatePair(rotation, fresh, nodes.now("app")))
        .isInstanceOf(Rotated.Issued.class);
    assertThat(pairs.revokePair(fresh.access(), app.clientId(), nodes.now("app")))
        .isEqualTo(Revoked.ENDED);
  }

  /**
   * A list of all people that does not fit into the memory of a query is read again for each grant
   * of the app: with a million people and 47,000 grants the search ended with its timeout.
   */
  @Test
  void a_search_among_the_people_of_an_app_keeps_no_list_of_all_people() throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement()) {
      statement.execute("ALTER DATABASE " + admin.getCatalog() + " SET work_mem = '64kB'");
    }

    try (Nodes nodes = Nodes.on(url)) {
      Team team = nodes.team();
      User owner = nodes.member(User.Role.MEMBER, team);
      Credential.Personal app = nodes.app(owner.id(), nodes.secret());
      addPeople(url, 20 * PEOPLE);
      addGrantsOfTheLast(url, app);
      var search =
          new CredentialAccess.Search(
              app.clientId(),
              new SearchText("name"),
              TablePage.first(CredentialAccess.Column.GRANTED, 50));
      var access = new CredentialAccess(nodes.thisNode);
      assertThat(access.find(search, nodes.now("browser")).total()).isEqualTo(PEOPLE);
    }

    assertThat(temporaryFilesOf(url)).isZero();
  }

  private static String databaseReadByIndex() throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement()) {
      statement.execute("ALTER DATABASE " + admin.getCatalog() + " SET enable_seqscan = off");
    }
    return url;
  }

  /** The same as the only one that there is. */
  private static void addGrants(String url) throws SQLException {
    fill(
        url,
        PEOPLE,
        """
        INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, exchanged_at, ends_at,
            owner_id, redirect_uris, times_revoked)
        SELECT 'grant_' || n, client_id, user_id, team_id, scope, consented_at, exchanged_at, ends_at,
            owner_id, redirect_uris, times_revoked
        FROM grants, generate_series(1, %d) n
        """);
  }

  private static void addPeople(String url) throws SQLException {
    addPeople(url, PEOPLE);
  }

  private static void addPeople(String url, int people) throws SQLException {
    fill(
        url,
        people,
        """
        INSERT INTO users (user_id, organization_id, email, name, search_text, role, password, created_at)
        SELECT 'usr_' || n, organization_id, n || '@example.com', 'Name', 'name', 'MEMBER', '', 0
        FROM organizations, generate_series(1, %d) n
        """);
  }

  private static void fill(String url, int rows, String text) throws SQLException {
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement()) {
      statement.execute(text.formatted(rows));
      // Otherwise what this has read is counted later, and not forgotten.
      statement.execute("SELECT pg_stat_force_next_flush()");
      statement.execute("SELECT pg_stat_reset()");
    }
  }

  private static void addGrantsOfTheLast(String url, Credential.Personal app) throws SQLException {
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement()) {
      statement.execute(
          """
          INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, consented_at, exchanged_at, ends_at,
              owner_id, redirect_uris)
          SELECT 'grant_' || n, '%s', 'usr_' || n, team_id, '', n, n, 9000000000000, '', ''
          FROM teams, generate_series(%d, %d) n
          """
              .formatted(app.clientId().value(), 19 * PEOPLE + 1, 20 * PEOPLE));
      statement.execute("ANALYZE");
    }
  }

  private static long temporaryFilesOf(String url) throws SQLException {
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement();
        var row =
            statement.executeQuery(
                """
                SELECT temp_files
                FROM pg_stat_database
                WHERE datname = current_database()
                """)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** The tables of which as many rows were read as there are people. */
  private static List<String> readMostRowsOf(String url) throws SQLException {
    var tables = new ArrayList<String>();
    try (Connection admin = DriverManager.getConnection(url);
        var statement = admin.createStatement();
        var rows =
            statement.executeQuery(
                """
                SELECT relname
                FROM pg_stat_user_tables
                WHERE seq_tup_read + idx_tup_fetch >= %d
                """
                    .formatted(PEOPLE))) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }
}
