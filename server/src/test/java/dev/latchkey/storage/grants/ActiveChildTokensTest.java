package dev.latchkey.storage.grants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.storage.PlannedStatements;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveChildTokensTest extends PlannedStatements {
  @Test
  void the_newest_child_tokens_are_read_from_an_index_in_order() {
    for (String whose : List.of("client_id", "user_id")) {
      String newest =
          ActiveChildTokens.NEWEST
              .replace("{whose}", whose + " = 'x'")
              .replaceAll(":(now|most)", "50");

      assertThat(plan(newest, new Object[0]))
          .as(whose)
          .noneMatch(PlannedStatements::isScanOrSort)
          .anyMatch(step -> step.contains("child_tokens_of_"));
    }
  }
}
