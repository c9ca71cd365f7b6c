package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.event.EventReceiver;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;

/** The calls about webhooks, with a receiver on this machine. */
record WebhookCalls(EveryOperationTest test, Id.Organization home) {
  void make() {
    try (EventReceiver receiver = new EventReceiver()) {
      make(receiver);
    }
  }

  private void make(EventReceiver receiver) {
    String body = "{\"url\":\"%s\",\"description\":\"x\",\"events\":[\"%s\"]}";
    String wanted = body.formatted(receiver.url(), "team.created");
    String of = "?org_id=" + home.value();
    assertThat(refused(of, body.formatted(receiver.url(), "no.event"))).isEqualTo("events");
    assertThat(refused(of, body.formatted("https://10.0.0.1/", "team.created"))).isEqualTo("url");
    Answer created = test.ok(Operation.CREATE_WEBHOOK, of, "", wanted);
    String id = created.text("webhook_id");
    String version = test.ok(Operation.GET_WEBHOOK, "", "", "", id).header("ETag");
    test.ok(Operation.CHANGE_WEBHOOK, "", version, "{\"description\":\"y\"}", id);
    assertThat(test.call(Operation.CHANGE_WEBHOOK, "", version, "{}", id).status()).isEqualTo(412);
    deliver(receiver, id);
    test.ok(Operation.LIST_WEBHOOKS, of, "", "");
    test.ok(Operation.DISABLE_WEBHOOK, "", "", "", id);
    assertThat(test.call(Operation.TEST_WEBHOOK, "", "", "", id).status()).isEqualTo(409);
    test.ok(Operation.ROTATE_WEBHOOK_SECRET, "", "", "", id);
    test.ok(Operation.ENABLE_WEBHOOK, "", "", "", id);
    String since = "{\"since\":\"2020-01-01T00:00:00Z\"}";
    test.ok(Operation.REPLAY_DELIVERIES, "", "", since, id);
    test.ok(Operation.DELETE_WEBHOOK, "", "", "", id);
  }

  private String refused(String of, String body) {
    Answer refused = test.call(Operation.CREATE_WEBHOOK, of, "", body);
    assertThat(refused.status()).isEqualTo(400);
    return refused.json().at("/fields/0/field").stringValue();
  }

  /** One delivery that succeeds and is replayed, and one that fails and waits. */
  private void deliver(EventReceiver receiver, String id) {
    test.ok(Operation.TEST_WEBHOOK, "", "", "", id);
    Poll.until(() -> state(id, 0).equals("delivered"), "the test event is delivered");
    test.ok(Operation.REPLAY_DELIVERY, "", "", "", id, "1");
    receiver.await("webhook.test", 2);
    receiver.answer(500);
    test.ok(Operation.TEST_WEBHOOK, "", "", "", id);
    receiver.await("webhook.test", 3);
    Poll.until(() -> test.ok(Operation.GET_DELIVERY, "", "", "", id, "2").json().has("status"), "");
    test.ok(Operation.GET_WEBHOOK, "", "", "", id);
    test.ok(Operation.LIST_DELIVERIES, "?limit=1&state=waiting", "", "", id);
    test.ok(Operation.LIST_DELIVERIES, "?limit=1", "", "", id);
  }

  private String state(String id, int at) {
    return test.ok(Operation.LIST_DELIVERIES, "", "", "", id)
        .json()
        .at("/deliveries/%d/state".formatted(at))
        .stringValue();
  }
}
