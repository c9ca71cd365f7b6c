package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;
import java.time.Instant;

/** The calls about the request log. */
record CallLogCalls(
    EveryOperationTest test, Latchkey latchkey, Id.Organization home, Id.Client client) {
  void make() {
    ExampleCall.in(latchkey, client, home);
    String id = ExampleCall.in(latchkey, client, home);
    Answer calls = test.ok(Operation.LIST_CALLS, "?limit=1&status=4", "", "");
    test.ok(Operation.LIST_CALLS, "?cursor=" + calls.text("next_cursor"), "", "");
    test.ok(Operation.GET_CALL, "?org_id=" + home.value(), "", "", id);
    latchkey.wiring().calls().accept(ExampleCall.of(client, home, latchkey.clock.instant()));
    latchkey.wiring().calls().flush();
    latchkey.wiring().calls().flushCounts();
    Instant now = latchkey.clock.instant();
    var writers = latchkey.stores().operation().calls().writers();
    writers.written("gone", now.minusSeconds(1_000));
    writers.notice(now);
    test.ok(Operation.LIST_CALL_GAPS, "", "", "");
    test.ok(Operation.LIST_ROUTE_CALLS, "", "", "");
    String row = "?path=/openapi/v2/issues/%7Bissue_id%7D";
    test.ok(Operation.LIST_ROUTE_CALLS, row, "", "");
    test.ok(Operation.GET_REQUEST_LOG, "", "", "", home.value());
    String days = "{\"is_on\":true,\"days\":%d}";
    test.ok(Operation.CHANGE_REQUEST_LOG, "", "", days.formatted(7), home.value());
    assertThat(
            test.call(Operation.CHANGE_REQUEST_LOG, "", "", days.formatted(31), home.value())
                .status())
        .isEqualTo(400);
  }
}
