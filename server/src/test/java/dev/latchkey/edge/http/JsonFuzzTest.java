package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * JSON: in an accepted input no name occurs twice and the nesting is limited. The input is the same
 * when it is written and parsed again.
 */
class JsonFuzzTest extends ParserFuzz {
  private static final int DEPTH = 16;

  @Override
  protected void holds(byte[] input) {
    Optional<JsonNode> tree = Form.strict(input).flatMap(Json::parse);
    if (tree.isEmpty() || tree.get().isMissingNode()) {
      return;
    }
    assertThat(depth(tree.get())).isLessThanOrEqualTo(DEPTH);
    String written = new String(Json.bytes(tree.get()), StandardCharsets.UTF_8);
    JsonNode again = Json.parse(written).orElseThrow();
    assertThat(new String(Json.bytes(again), StandardCharsets.UTF_8)).isEqualTo(written);
  }

  private static int depth(JsonNode tree) {
    int deepest = 0;
    for (JsonNode child : tree) {
      deepest = Math.max(deepest, depth(child));
    }
    return tree.isContainer() ? deepest + 1 : 0;
  }
}
