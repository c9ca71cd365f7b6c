package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** If a person loses a right or the session while a form is processed, the answer says so. */
class RightsChangedTest {
  private static final String PAGE = "/account/profile";

  @Test
  void a_form_is_409_and_does_nothing_if_its_person_was_changed() throws SQLException {
    assertRefused("UPDATE users SET version = version + 1 WHERE user_id = '%s'");
  }

  @Test
  void a_form_is_409_and_does_nothing_if_its_session_ended() throws SQLException {
    assertRefused("DELETE FROM sessions WHERE user_id = '%s'");
  }

  /**
   * The test locks the row of the person, so that the form waits for the lock. Then the test
   * commits the change.
   */
  private static void assertRefused(String change) throws SQLException {
    try (Latchkey latchkey = Latchkey.start(Store.POSTGRESQL);
        Connection other =
            DriverManager.getConnection(latchkey.settings().store().database().orElseThrow());
        var statement = other.createStatement()) {
      Person person = latchkey.person();
      Browser browser = latchkey.browser().signIn(person);
      Answer page = browser.get(PAGE);
      String id = person.user().id().value();
      other.setAutoCommit(false);
      statement.execute("SELECT 1 FROM users WHERE user_id = '%s' FOR UPDATE".formatted(id));
      var answer =
          CompletableFuture.supplyAsync(
              () -> browser.submit(page, "name", "Another Name"),
              task -> Thread.ofPlatform().daemon().start(task));
      Poll.until(() -> isWaitedFor(other), "a form that waits for the person");

      statement.execute(change.formatted(id));
      other.commit();

      assertThat(answer.join().status()).isEqualTo(409);
      assertThat(answer.join().body()).contains("nothing was saved");
      assertThat(
              latchkey.stores().users().directory().find(person.user().id()).orElseThrow().name())
          .isEqualTo(person.user().name());
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
