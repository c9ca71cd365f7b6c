package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/**
 * Security rows 122 and 123: while the store cannot tell whether a token is active, no call passes,
 * and the answers do not say why.
 */
@EachStore.ForClass
class FailClosedTest {
  private static final String ISSUE = "/openapi/v2/issues/17";

  @Parameter Store store;

  private Upstream upstream;
  private Latchkey latchkey;
  private String token;

  @BeforeEach
  void start() {
    upstream = Upstream.that(call -> call.answerOk("ok"));
    latchkey = Latchkey.start(store, settings -> Issues.behind(settings, upstream.address()));
    token = latchkey.machine(latchkey.person(), Optional.empty()).token();
  }

  @AfterEach
  void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void no_call_passes_while_the_store_cannot_be_read() throws SQLException {
    String view = definition();
    executeOnStore("DROP VIEW live_tokens");

    for (String method : new String[] {"GET", "HEAD", "DELETE"}) {
      assertUnavailable(call(method, ISSUE), 503);
    }
    assertUnavailable(call("GET", "/openapi/v2/directory/users/me"), 503);
    assertUnavailable(call("GET", "/oauth2/introspect"), 503);
    assertUnavailable(call("GET", "/oauth2/check" + ISSUE), 403);
    assertThat(upstream.heads()).isEmpty();

    executeOnStore(view);

    assertThat(call("GET", ISSUE).status()).isEqualTo(200);
    assertThat(call("GET", "/oauth2/check" + ISSUE).status()).isEqualTo(200);
  }

  private static void assertUnavailable(Answer answer, int status) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(answer.body())
        .doesNotContainIgnoringCase("sql")
        .doesNotContain("active", "live_tokens", "Exception", "dev.latchkey");
    if (!answer.body().isEmpty()) {
      assertThat(answer.error()).isEqualTo("temporarily_unavailable");
    }
  }

  private Answer call(String method, String path) {
    return Http.here().method(method, latchkey.url() + path, "Authorization", "Bearer " + token);
  }

  /** The statement that creates the view from which organization tokens are read. */
  private String definition() throws SQLException {
    String query =
        switch (store) {
          case SQLITE -> "SELECT sql FROM sqlite_schema WHERE name = 'live_tokens'";
          case POSTGRESQL ->
              "SELECT 'CREATE VIEW live_tokens AS ' || pg_get_viewdef('live_tokens')";
        };
    try (Connection other = connect();
        var reading = other.createStatement();
        var row = reading.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private void executeOnStore(String statement) throws SQLException {
    try (Connection other = connect();
        var executing = other.createStatement()) {
      executing.execute(statement);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        latchkey
            .settings()
            .store()
            .database()
            .orElse("jdbc:sqlite:" + latchkey.data().resolve("latchkey.db")));
  }
}
