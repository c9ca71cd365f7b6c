package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The management API on several nodes, and while rights change. */
class ApiNodesTest {
  @Test
  void the_other_node_knows_at_once_of_a_bulk_revocation() {
    try (Latchkey one = ManagementApi.start(Store.POSTGRESQL);
        Latchkey other = Latchkey.start(one.settings().onPort(0))) {
      Person administrator = one.administrator();
      App app = one.app();
      String token = ManagementApi.machine(one, administrator, Optional.empty());
      String revoked = app.tokens(one.browser().signIn(one.person())).access();
      assertThat(other.isActive(revoked)).isTrue();

      Answer answer =
          ManagementApi.send(
              one, token, "POST /tokens/revoke", "", "{\"client_id\":\"%s\"}".formatted(app.id()));

      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(other.isActive(revoked)).isFalse();
    }
  }

  /** The test locks the row of the caller, so that the change waits, and then takes the right. */
  @Test
  void a_change_is_409_and_does_nothing_if_its_caller_was_changed() throws SQLException {
    try (Latchkey latchkey = ManagementApi.start(Store.POSTGRESQL);
        Connection other =
            DriverManager.getConnection(latchkey.settings().store().database().orElseThrow());
        var statement = other.createStatement()) {
      Person administrator = latchkey.administrator();
      Person member = latchkey.person();
      String token = ManagementApi.token(latchkey, administrator);
      String path = "/users/" + member.user().id().value();
      String version = ManagementApi.get(latchkey, token, path).header("ETag");
      String id = administrator.user().id().value();
      other.setAutoCommit(false);
      statement.execute("SELECT 1 FROM users WHERE user_id = '%s' FOR UPDATE".formatted(id));
      var answer =
          CompletableFuture.supplyAsync(
              () ->
                  ManagementApi.send(
                      latchkey, token, "PATCH " + path, version, "{\"name\":\"Another Name\"}"),
              task -> Thread.ofPlatform().daemon().start(task));
      Poll.until(() -> isWaitedFor(other), "a change that waits for its caller");

      statement.execute(
          "UPDATE users SET version = version + 1 WHERE user_id = '%s'".formatted(id));
      other.commit();

      assertThat(answer.join().status()).isEqualTo(409);
      assertThat(answer.join().error()).isEqualTo("rights_changed");
      assertThat(latchkey.managed(member).user().name()).isEqualTo(member.user().name());
    }
  }

  private static boolean isWaitedFor(Connection other) {
    try (var statement = other.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                    + " AND datname = current_database()")) {
      return rows.next();
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }
}
