package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Postgres;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.TokenPair;
import dev.latchkey.model.User;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
        String url = Postgres.databaseWithTables();
        try (Connection admin = DriverManager.getConnection(url);
                var statement = admin.createStatement()) {
            statement.execute("ALTER DATABASE " + admin.getCatalog() + " SET enable_seqscan = off");
        }

        try (Nodes nodes = Nodes.on(url)) {
            addPeople(url);
            Team team = nodes.team();
            User user = nodes.member(User.Role.MEMBER, team);
            Credential.Personal app = nodes.app(user.id(), nodes.secret());
            Secret.Session key = nodes.session();
            RequestMoment session = nodes.signedIn(user, key);
            Secret.Code code =
                    nodes.consent(nodes.thisNode, app, user, team, session).orElseThrow();
            TokenPair tokens = nodes.pair();
            nodes.exchange(nodes.thisNode, app, code, tokens);
            var checks = new TokenChecks(nodes.thisNode, Limits.DEFAULT, lookUps -> {});
            assertThat(checks.look(tokens.access(), nodes.clock.instant())).isPresent();
            var credentials = new Credentials(nodes.thisNode, Limits.DEFAULT);
            assertThat(credentials.change(app, user.id(), session)).isTrue();
            nodes.pairs(nodes.thisNode)
                    .revokePair(tokens.access(), app.clientId(), nodes.now("app"));
            var sessions = new Sessions(nodes.thisNode, Limits.DEFAULT);
            assertThat(sessions.find(key, nodes.now("browser"))).isPresent();
            sessions.end(key, user.id(), nodes.now("browser"));
        }

        assertThat(readMostRowsOf(url)).isEmpty();
    }

    private static void addPeople(String url) throws SQLException {
        try (Connection admin = DriverManager.getConnection(url);
                var statement = admin.createStatement()) {
            statement.execute(
                    """
                    INSERT INTO users (user_id, organization_id, email, name, search_text, role, password, created_at)
                    SELECT 'usr_' || n, organization_id, n || '@example.com', 'Name', 'name', 'MEMBER', '', 0
                    FROM organizations, generate_series(1, %d) n
                    """
                            .formatted(PEOPLE));
        }
        // What a connection has read is counted when it ends.
        try (Connection admin = DriverManager.getConnection(url);
                var statement = admin.createStatement()) {
            statement.execute("SELECT pg_stat_reset()");
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
