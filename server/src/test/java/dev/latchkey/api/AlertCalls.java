package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.event.TestAlert;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;

/** The calls about alerts and their rules. */
record AlertCalls(
    EveryOperationTest test, Latchkey latchkey, Id.Organization home, Id.Client client) {
  void make() {
    String of = "?org_id=" + home.value();
    String id = TestAlert.about(latchkey, home, client).value();
    test.ok(Operation.GET_ALERT, "", "", "", id);
    test.ok(Operation.CLOSE_ALERT, "", "", "", id);
    String other = TestAlert.about(latchkey, home, client).value();
    assertRefused("days", test.call(Operation.MUTE_ALERT, "", "", "{\"days\":0}", other));
    test.ok(Operation.MUTE_ALERT, "", "", "{\"days\":30}", other);
    Answer first = test.ok(Operation.LIST_ALERTS, of + "&limit=1&state=closed", "", "");
    test.ok(Operation.LIST_ALERTS, of + "&cursor=" + first.text("next_cursor"), "", "");
    assertRefused("cursor", test.call(Operation.LIST_ALERTS, of + "&cursor=x", "", ""));
    test.ok(Operation.LIST_ALERT_RULES, of, "", "");
    String off = "{\"is_on\":false,\"threshold\":%d}";
    assertRefused(
        "threshold",
        test.call(Operation.CHANGE_ALERT_RULE, of, "", off.formatted(1), "calls_refused"));
    test.ok(Operation.CHANGE_ALERT_RULE, of, "", off.formatted(500), "calls_refused");
    assertThat(test.call(Operation.CHANGE_ALERT_RULE, of, "", "{}", "no_kind").status())
        .isEqualTo(404);
  }

  private static void assertRefused(String field, Answer refused) {
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/fields/0/field").stringValue()).isEqualTo(field);
  }
}
