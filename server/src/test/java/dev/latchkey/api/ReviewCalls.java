package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Seals;
import dev.latchkey.harness.wire.Answer;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The calls about reviews of access. */
record ReviewCalls(EveryOperationTest test, Latchkey latchkey) {
  void make() {
    String days = "{\"days\":7}";
    Answer review = test.ok(Operation.START_REVIEW, "", "", days);
    assertThat(test.call(Operation.START_REVIEW, "", "", days).status()).isEqualTo(409);
    String id = review.text("review_id");
    test.ok(Operation.LIST_REVIEWS, "", "", "");
    test.ok(Operation.GET_REVIEW, "", "", "", id);
    Answer items = test.ok(Operation.LIST_REVIEW_ITEMS, "", "", "", id);
    test.ok(Operation.LIST_REVIEW_ITEMS, "?limit=1", "", "", id);
    assertThat(test.call(Operation.COMPLETE_REVIEW, "", "", "", id).status()).isEqualTo(409);
    for (JsonNode item : items.json().path("items")) {
      String number = item.path("number").asString();
      String kept = "{\"decision\":\"kept\",\"note\":\"Checked\"}";
      test.ok(Operation.DECIDE_REVIEW_ITEM, "", "", kept, id, number);
      assertThat(test.call(Operation.DECIDE_REVIEW_ITEM, "", "", kept, id, number).status())
          .isEqualTo(409);
    }
    test.ok(Operation.LIST_REVIEW_ITEMS, "", "", "", id);
    test.ok(Operation.COMPLETE_REVIEW, "", "", "", id);
    var tasks = latchkey.installation().reviewActs().tasks();
    tasks.sign(Seals.own(latchkey).next(Optional.empty(), latchkey.now()), latchkey.now());
    test.ok(Operation.GET_REVIEW_REPORT, "", "", "", id);
    test.ok(Operation.CHANGE_REVIEW_SCHEDULE, "", "", "{\"months\":3}");
    test.ok(Operation.GET_REVIEW_SCHEDULE, "", "", "");
  }
}
