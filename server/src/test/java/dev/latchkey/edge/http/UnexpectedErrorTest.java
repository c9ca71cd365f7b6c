package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.page.PageGuard;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security row 122: the details of an error are written to the log, and callers learn only that an
 * error occurred.
 */
class UnexpectedErrorTest {
  private static final String INSIDE = "no column token_hash in table access_tokens";

  private Latchkey latchkey;

  @BeforeEach
  void start() {
    latchkey = Latchkey.with(Latchkey.settings(Store.SQLITE), UnexpectedErrorTest::brokenRoutes);
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/broken-page",
        "/openapi/v2-broken/exception",
        "/openapi/v2-broken/state",
        "/openapi/v2-broken/stack"
      })
  void a_caller_learns_nothing_about_the_error(String path) {
    Answer answer = Http.here().get(latchkey.url() + path);

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.toString())
        .doesNotContain(INSIDE, "token_hash", "Exception", "Error:", "dev.latchkey", ".java");
    if (path.startsWith("/openapi/")) {
      assertThat(answer.error()).isEqualTo("server_error");
    }
    assertThat(latchkey.introspect("x").status()).as("it still answers").isEqualTo(200);
  }

  private static List<Route> brokenRoutes(PageGuard pageGuard) {
    return List.of(
        pageGuard.open(
            "GET",
            "/broken-page",
            (request, visitor) -> {
              throw new IllegalStateException(INSIDE);
            }),
        broken("exception", new IllegalArgumentException(INSIDE)),
        broken("state", new IllegalStateException(INSIDE, new RuntimeException(INSIDE))),
        Route.open(
            "GET",
            "/openapi/v2-broken/stack",
            request -> {
              throw new StackOverflowError(INSIDE);
            }));
  }

  private static Route broken(String name, RuntimeException thrown) {
    return Route.open(
        "GET",
        "/openapi/v2-broken/" + name,
        request -> {
          throw thrown;
        });
  }
}
