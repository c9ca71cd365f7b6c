package dev.latchkey.contract.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.contract.token.ChildTokensTest;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Http;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Three nodes share one PostgreSQL database. When one of them has saved the networks of a
 * credential, the next check on each of them uses the new ones (rule 3.7).
 */
class NetworkNodesTest {
  private static final int ROUNDS = 9;
  private static final String BOTH = "127.0.0.0/30";
  private static final String HERE = "127.0.0.1";

  private static List<Latchkey> nodes;

  private final Person person = nodes.getFirst().administrator();
  private final App app = nodes.getFirst().app(person);
  private final Latchkey.Machine machine = nodes.getFirst().machine(person, Optional.empty());
  private final Browser browser = nodes.getFirst().browser().signIn(person);

  @BeforeAll
  static void start() {
    Latchkey first = Latchkey.start(Store.POSTGRESQL, ChildTokensTest::withChildTokens);
    nodes = List.of(first, Latchkey.start(first.settings()), Latchkey.start(first.settings()));
  }

  @AfterAll
  static void stop() {
    nodes.reversed().forEach(Latchkey::close);
  }

  @Test
  void every_node_uses_the_networks_that_another_node_has_saved() {
    for (int round = 0; round < ROUNDS; round++) {
      Latchkey saving = nodes.get(round % nodes.size());
      Latchkey asked = nodes.get((round + 1) % nodes.size());

      saving.allowOnly(BOTH, app.credential());
      saving.allowOnly(BOTH, machine.credential());
      Tokens pair = app.tokens(browser);
      String child = ChildTokensTest.childAt(asked.url(), pair.access());
      for (String token : List.of(pair.access(), machine.token(), child)) {
        assertThat(statuses(token)).as("round " + round).containsOnly(200);
        assertThat(statuses(token)).as("from memory").containsOnly(200);
      }

      saving.allowOnly(HERE, app.credential());
      saving.allowOnly(HERE, machine.credential());
      for (String token : List.of(pair.access(), machine.token(), child)) {
        assertThat(statuses(token)).as("round " + round).containsOnly(401);
      }
      assertThat(app.at(asked.url()).elsewhere().refresh(pair.refresh()).error())
          .isEqualTo("invalid_client");
      assertThat(app.at(asked.url()).refresh(pair.refresh()).status()).isEqualTo(200);
    }
  }

  /** The answers of all nodes at the same moment to a caller from another address. */
  private static List<Integer> statuses(String token) {
    return Crowd.of(
        nodes.size(),
        i ->
            Http.elsewhere()
                .get(
                    nodes.get(i).url() + "/oauth2/check",
                    "Authorization",
                    "Bearer " + token,
                    "X-Original-Method",
                    "GET",
                    "X-Original-URI",
                    "/openapi/v2/issues/17")
                .status());
  }
}
