package dev.latchkey.contract.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Three nodes share one PostgreSQL database. When one of them has answered that a token is revoked,
 * the next check on each of them refuses its child tokens (rule 3.7).
 */
class ChildTokenNodesTest {
  private static final int ROUNDS = 24;

  private static List<Latchkey> nodes;

  private final Person person = nodes.getFirst().person();
  private final App app = nodes.getFirst().app();
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
  void no_node_accepts_a_child_token_after_another_node_has_ended_it() {
    for (int round = 0; round < ROUNDS; round++) {
      Tokens pair = app.tokens(browser);
      String agent = ChildTokensTest.childAt(url(round), pair.access(), "actor", "agent");
      String job = ChildTokensTest.childAt(url(round + 1), agent, "actor", "job");
      assertThat(active(job)).as("before").containsOnly(true);
      assertThat(active(job)).as("from memory").containsOnly(true);

      App ending = app.at(url(round + 2));
      Answer ended =
          switch (round % 4) {
            case 0 -> ending.revoke(pair.access());
            case 1 -> ending.refresh(pair.refresh());
            case 2 -> ending.revoke(agent);
            default -> ending.revokeByForm(pair.refresh());
          };

      assertThat(ended.status()).isEqualTo(200);
      assertThat(active(job)).as("round " + round).containsOnly(false);
      assertThat(active(agent)).containsOnly(false);
    }
  }

  @Test
  void no_node_accepts_a_child_token_of_a_disabled_person_or_a_deleted_credential() {
    String job = ChildTokensTest.childAt(url(1), app.tokens(browser).access());
    Person other = nodes.getFirst().person();
    App deleted = nodes.getFirst().app(other);
    String second = ChildTokensTest.childAt(url(2), deleted.tokens(browser).access());
    assertThat(active(job)).containsOnly(true);
    assertThat(active(second)).containsOnly(true);

    nodes.get(1).delete(deleted);
    assertThat(active(second)).containsOnly(false);
    assertThat(active(job)).containsOnly(true);

    nodes.get(2).disable(person);
    assertThat(active(job)).containsOnly(false);
  }

  @Test
  void three_nodes_together_give_the_allowed_number() {
    for (int round = 0; round < 5; round++) {
      String parent = app.tokens(browser).access();

      List<Answer> answers =
          Crowd.of(18, i -> ChildTokensTest.exchangeAt(url(i), parent, "actor", "a" + i));

      assertThat(answers)
          .filteredOn(answer -> answer.status() == 200)
          .hasSize(ChildTokensTest.NUMBER);
    }
  }

  /** Whether the token is active, asked at all nodes at the same moment. */
  private static List<Boolean> active(String token) {
    return Crowd.of(nodes.size(), i -> nodes.get(i).isActive(token));
  }

  private static String url(int node) {
    return nodes.get(node % nodes.size()).url();
  }
}
