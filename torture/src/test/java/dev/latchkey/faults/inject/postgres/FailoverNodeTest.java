package dev.latchkey.faults.inject.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.network.TcpProxy;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Latchkey with a pair of PostgreSQL servers, each behind a proxy. */
@Tag("long")
class FailoverNodeTest {
  private final PostgresPair pair = PostgresPair.start();
  private final TcpProxy toPrimary = TcpProxy.to(pair.primaryPort());
  private final TcpProxy toStandby = TcpProxy.to(pair.standbyPort());
  private final Latchkey latchkey = Latchkey.start(settings());
  private final App app = latchkey.app();
  private Tokens tokens;

  @BeforeEach
  void obtain() {
    Browser browser = latchkey.browser().signIn(latchkey.person());
    tokens = app.tokens(browser);
  }

  @AfterEach
  void stop() {
    latchkey.close();
    toPrimary.close();
    toStandby.close();
    pair.close();
  }

  @Test
  void every_promoted_standby_has_what_was_answered() {
    Tokens refreshed = Tokens.of(app.refresh(tokens.refresh()));
    pair.killPrimary();
    assertThat(latchkey.introspect(refreshed.access()).status()).isEqualTo(503);

    pair.promoteStandby();

    assertThat(isActive(refreshed.access())).isTrue();
    assertThat(isActive(tokens.access())).isFalse();

    pair.addStandby();
    toPrimary.forwardTo(pair.standbyPort());
    Tokens again = Tokens.of(answer(() -> app.refresh(refreshed.refresh())));
    pair.promoteStandby();

    assertThat(isActive(again.access())).isTrue();
    assertThat(isActive(refreshed.access())).isFalse();
  }

  @Test
  void a_refresh_whose_commit_is_not_confirmed_is_looked_up() {
    toPrimary.swallowCommits(1, TcpProxy.Ending.RESET);

    Tokens refreshed = Tokens.of(app.refresh(tokens.refresh()));

    assertThat(toPrimary.swallowedCommits()).isEqualTo(1);
    assertThat(latchkey.isActive(refreshed.access())).isTrue();
    assertThat(latchkey.isActive(tokens.access())).isFalse();
  }

  private boolean isActive(String token) {
    return answer(() -> latchkey.introspect(token)).json().path("active").booleanValue();
  }

  /**
   * Repeats the call until the answer is not a 503. Every broken connection of the pool may cause
   * one.
   */
  private static Answer answer(Supplier<Answer> call) {
    var last = new AtomicReference<>(call.get());
    Poll.until(
        () -> {
          if (last.get().status() == 503) {
            last.set(call.get());
          }
          return last.get().status() != 503;
        },
        "an answer from the new primary");
    return last.get();
  }

  private Settings settings() {
    String url = PostgresPair.url(pair.createDatabase(), toPrimary.port(), toStandby.port());
    return Latchkey.settings(Store.SQLITE).on(Optional.of(url));
  }
}
