package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/**
 * Kills the server with {@code kill -9} while it works. Everything that it has answered is on disk.
 * Every other operation is complete, or has had no effect.
 */
class KillTest {
  private static final int KILLS = 3;
  private static final int WORKERS = 6;
  private static final int ACKNOWLEDGED = 60;

  private final Settings settings = Latchkey.settings(Store.SQLITE);

  @Test
  void a_killed_server_keeps_what_it_answered_and_spends_no_code_without_a_pair()
      throws SQLException {
    App app;
    Person person;
    try (Latchkey made = Latchkey.start(settings)) {
      app = made.app();
      person = made.person();
    }
    for (int kill = 0; kill < KILLS; kill++) {
      Queue<Tokens> acknowledged = new ConcurrentLinkedQueue<>();
      Queue<String> revoked = new ConcurrentLinkedQueue<>();
      Queue<String> unanswered = new ConcurrentLinkedQueue<>();
      try (Program server = Program.serve(settings.store().data())) {
        App client = app.at(server.url());
        Browser browser = new Browser(server.url()).signIn(person);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
          workers.add(
              Thread.startVirtualThread(
                  () -> work(client, browser, acknowledged, revoked, unanswered)));
        }
        Poll.until(() -> acknowledged.size() >= ACKNOWLEDGED, "enough exchanges");
        server.kill();
        for (Thread worker : workers) {
          join(worker);
        }
      }

      try (Program server = Program.serve(settings.store().data())) {
        App client = app.at(server.url());
        for (Tokens tokens : acknowledged) {
          assertThat(Latchkey.isActive(server.url(), tokens.access())).isTrue();
        }
        for (String token : revoked) {
          assertThat(Latchkey.isActive(server.url(), token)).isFalse();
        }
        for (String code : unanswered) {
          assertThat(client.redeem(code).status()).isIn(200, 400);
          assertThat(client.redeem(code).status()).isEqualTo(400);
        }
      }
      assertThat(inconsistentGrants()).isZero();
    }
  }

  private static void work(
      App client,
      Browser browser,
      Queue<Tokens> acknowledged,
      Queue<String> revoked,
      Queue<String> unanswered) {
    String code = "";
    int turn = 0;
    try {
      while (true) {
        code = client.code(browser);
        Tokens tokens = Tokens.of(client.redeem(code));
        code = "";
        if (turn++ % 5 == 4) {
          Answer answer = client.revoke(tokens.access());
          if (answer.status() == 200) {
            revoked.add(tokens.access());
          }
        } else {
          acknowledged.add(tokens);
        }
      }
    } catch (UncheckedIOException killed) {
      if (!code.isEmpty()) {
        unanswered.add(code);
      }
    }
  }

  /** Counts the spent codes without a pair, and the pairs without a spent code. */
  private int inconsistentGrants() throws SQLException {
    try (var store =
            DriverManager.getConnection(
                "jdbc:sqlite:" + settings.store().data().resolve("latchkey.db"));
        var statement = store.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT COUNT(*) FROM codes k WHERE (k.spent_at IS NOT NULL)"
                    + " <> EXISTS (SELECT 1 FROM pairs p WHERE p.grant_id = k.grant_id)")) {
      return rows.getInt(1);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
