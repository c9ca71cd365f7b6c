package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.LoopWatch;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * A check that can be answered from memory is answered on the event loop. A separate thread would
 * cost more than the check itself.
 */
@Isolated("counts the threads that start in this process")
@EachStore.ForClass
class AnsweredFromMemoryTest {
  private static final String ISSUE = "/openapi/v2/issues/1";

  private static Upstream upstream;
  private static Latchkey latchkey;

  @Parameter Store store;

  private final Person person = latchkey.person();
  private final App app = latchkey.app(person);
  private final String token = app.tokens(latchkey.browser().signIn(person)).access();
  private final String[] bearer = {"Authorization", "Bearer " + token};

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    upstream = Upstream.that(call -> call.answerOk("ok"));
    latchkey =
        Latchkey.start(
            store,
            settings -> Issues.behind(settings, upstream.address(), "gateways: [127.0.0.1]\n"));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void a_token_asks_about_itself() {
    assertStays(() -> latchkey.introspect(token));
  }

  @Test
  void an_app_asks_about_a_token() {
    assertStays(() -> app.inspect(token));
  }

  @Test
  void another_gateway_asks_about_a_call() {
    assertStays(() -> Http.here().get(latchkey.url() + "/oauth2/check" + ISSUE, bearer));
  }

  @Test
  void a_call_goes_on_to_its_service() {
    assertStays(() -> Http.here().get(latchkey.url() + ISSUE, bearer));
  }

  @Test
  void a_token_unknown_to_memory_is_looked_for_in_the_store() {
    String other = app.tokens(latchkey.browser().signIn(person)).access();

    assertThat(LoopWatch.leavesDuring(() -> latchkey.introspect(other))).isEqualTo(1);
  }

  @Test
  void what_has_to_be_signed_first_does_not_hold_up_the_event_loop() {
    assertThat(latchkey.isActive(token)).isTrue();

    for (String path : List.of("/oauth2/check" + ISSUE + "7", ISSUE + "8")) {
      assertThat(LoopWatch.leavesDuring(() -> Http.here().get(latchkey.url() + path, bearer)))
          .as(path)
          .isEqualTo(1);
    }
  }

  private static void assertStays(Supplier<Answer> check) {
    assertThat(check.get().status()).isEqualTo(200);

    long leaves =
        LoopWatch.leavesDuring(() -> {
          for (int i = 0; i < 10; i++) {
            assertThat(check.get().status()).isEqualTo(200);
          }
        });

    assertThat(leaves).isZero();
  }
}
