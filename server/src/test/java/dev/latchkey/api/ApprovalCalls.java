package dev.latchkey.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.WaitingApp;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;

/** The calls about apps that people ask for. */
record ApprovalCalls(
    EveryOperationTest test,
    Latchkey latchkey,
    Id.Organization home,
    Person operator,
    Person member) {
  void make() {
    String ofAcme = "?org_id=" + home.value();
    WaitingApp.of(latchkey, "waits", operator.user().id(), member.user());
    String denied = WaitingApp.of(latchkey, "denied", operator.user().id(), member.user());
    String body = "{\"app\":\"%s\",\"note\":\"%s\"}";
    test.ok(Operation.DENY_APPROVAL, ofAcme, "", body.formatted(denied, "No"));
    Answer again = test.call(Operation.DENY_APPROVAL, ofAcme, "", body.formatted(denied, "No"));
    assertThat(again.status()).isEqualTo(409);
    String long301 = body.formatted(denied, "x".repeat(301));
    assertThat(test.call(Operation.DENY_APPROVAL, ofAcme, "", long301).status()).isEqualTo(400);
    test.ok(Operation.LIST_APPROVALS, ofAcme, "", "");
  }
}
