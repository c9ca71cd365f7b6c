package dev.latchkey.console.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import org.junit.jupiter.api.Test;

/** The page that tells developers which calls there are, and which scopes they need. */
class ReferencePageTest {
  @Test
  void each_call_is_listed_with_its_scope_below_the_subject_of_the_catalogue() {
    try (Latchkey latchkey =
        Latchkey.start(Store.SQLITE, settings -> Issues.behind(settings, "http://127.0.0.1:9"))) {
      Answer page = latchkey.browser().signIn(latchkey.person()).get("/api-reference");

      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body())
          .containsSubsequence(
              "<h2>Directory</h2>",
              ">/directory/users/me<",
              "read:directory:users",
              "<h2>Issues</h2>",
              ">/issues/**<",
              "read:issue:info",
              "DELETE",
              ">/issues/**<",
              "write:issue:info",
              latchkey.url() + "/openapi/v2<")
          .containsOnlyOnce("<h2>Directory</h2>")
          .containsOnlyOnce("<h2>Issues</h2>")
          .doesNotContain("<h2>Planning</h2>", "<h2></h2>");
    }
  }
}
