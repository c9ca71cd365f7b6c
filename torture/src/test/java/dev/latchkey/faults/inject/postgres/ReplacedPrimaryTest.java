package dev.latchkey.faults.inject.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.cli.Command;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.network.TcpProxy;
import dev.latchkey.harness.program.ProgramLines;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A primary that was unreachable while its standby was promoted comes back, and nothing has fenced
 * it. It still accepts connections as a primary, and it is the first server of the address.
 */
class ReplacedPrimaryTest {
  private final PostgresPair pair = PostgresPair.start();
  private final TcpProxy toFormer = TcpProxy.to(pair.primaryPort());
  private final TcpProxy toPromoted = TcpProxy.to(pair.standbyPort());
  private final Latchkey latchkey = Latchkey.start(settings());
  private final App app = latchkey.app();
  private final Browser browser = latchkey.browser().signIn(latchkey.person());
  private Tokens before;

  @BeforeEach
  void promote() {
    before = app.tokens(browser);
    assertThat(latchkey.isActive(before.access())).isTrue();
    toFormer.refuse();
    toFormer.cut(TcpProxy.Ending.RESET);
    pair.promoteUnfenced();
    Poll.until(() -> latchkey.introspect(before.access()).status() == 200, "the new primary");
  }

  @AfterEach
  void stop() {
    latchkey.close();
    toFormer.close();
    toPromoted.close();
    pair.close();
  }

  @Test
  void nothing_is_asked_of_a_primary_that_was_replaced() {
    Tokens since = app.tokens(browser);
    assertThat(app.revoke(before.access()).status()).isEqualTo(200);

    toFormer.pass();
    toPromoted.refuse();
    toPromoted.cut(TcpProxy.Ending.RESET);

    assertThat(latchkey.introspect(before.access()).status()).as("revoked").isEqualTo(503);
    assertThat(latchkey.introspect(since.access()).status()).as("active").isEqualTo(503);
    assertThat(app.revoke(since.access()).status()).as("no success in vain").isEqualTo(503);

    toPromoted.pass();
    Poll.until(() -> latchkey.introspect(since.access()).status() == 200, "the new primary");
    assertThat(latchkey.isActive(before.access())).isFalse();
    assertThat(latchkey.isActive(since.access())).isTrue();
  }

  @Test
  void the_log_the_health_check_and_the_doctor_say_that_its_timeline_is_older() {
    String former = "PostgreSQL at 127.0.0.1:" + toFormer.port();
    String promoted = "PostgreSQL at 127.0.0.1:" + toPromoted.port();
    try (var log = ProgramLines.watch()) {
      toFormer.pass();
      toPromoted.refuse();
      toPromoted.cut(TcpProxy.Ending.RESET);

      awaitReady("503 {\"status\":\"timeline_older\"}");
      Poll.until(
          () -> {
            assertThat(latchkey.introspect(before.access()).status()).isEqualTo(503);
            return log.with(former + " cannot be used: it has timeline 1").stream()
                .anyMatch(line -> line.startsWith("storage: "));
          },
          "the cause in the line of a request");
      assertThat(doctor())
          .contains("timeline_older")
          .contains("which means: PostgreSQL can only be reached at a server with an older")
          .contains("decide what to revoke (docs/how-to/back-up-and-restore.md)");
      assertThat(log.with(former))
          .anySatisfy(line ->
              assertThat(line)
                  .startsWith(
                      former + " cannot be used: it has timeline 1, and this node has seen 2:"))
          .filteredOn(line -> line.startsWith(former))
          .as("one line, however many attempts there were")
          .hasSize(1);
      assertThat(log.with(promoted + " cannot be used: Connection refused")).isNotEmpty();

      toPromoted.pass();
      awaitReady("200 {\"status\":\"ready\"}");
      assertThat(log.with(promoted + " is used again")).hasSize(1);
    }
  }

  private void awaitReady(String expected) {
    Poll.until(
        () -> {
          var answer = Http.here().get(latchkey.url() + "/health/ready");
          return expected.equals(answer.status() + " " + answer.body());
        },
        expected);
  }

  private String doctor() {
    Settings running = latchkey.settings();
    String data = running.store().data().toString();
    String url = running.store().database().orElseThrow();
    String port = String.valueOf(latchkey.port());
    return Command.run("doctor", "--data", data, "--database", url, "--port", port).out();
  }

  private Settings settings() {
    String url = PostgresPair.url(pair.createDatabase(), toFormer.port(), toPromoted.port());
    return Latchkey.settings(Store.SQLITE).on(Optional.of(url));
  }
}
