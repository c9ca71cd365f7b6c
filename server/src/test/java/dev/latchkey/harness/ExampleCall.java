package dev.latchkey.harness;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** A call in the request log, for tests that only need one to be there. It has every field. */
public final class ExampleCall {
  private ExampleCall() {}

  public static RecordedCall of(Id.Client client, Id.Organization organization, Instant at) {
    return new RecordedCall(
        RequestId.draw(at, ThreadLocalRandom.current()),
        at,
        RecordedCall.Kind.GATEWAY,
        new RecordedCall.Caller(
            client, organization, Optional.of(new Id.User("usr_" + "0".repeat(22))), "a1B2"),
        new RecordedCall.Asked("GET", "/openapi/v2/issues/{issue_id}", "/openapi/v2/issues/7"),
        new RecordedCall.Decision(
            403, Optional.of(CallReason.MISSING_SCOPE), "read:issue:info", "read:wiki:pages"),
        new RecordedCall.Cost(Duration.ofMillis(12), Optional.of(Duration.ofMillis(9)), 512),
        new RecordedCall.Origin("192.0.2.7", "Issue-Bot/2.4", "4bf92f3577b34da6a3ce929d0e0e4736"));
  }

  public static RecordedCall forPerson(Id.Subject person, RecordedCall like) {
    var caller =
        new RecordedCall.Caller(
            like.caller().client(),
            like.caller().organization(),
            Optional.of(person),
            like.caller().ending());
    return new RecordedCall(
        like.id(),
        like.at(),
        like.kind(),
        caller,
        like.asked(),
        like.decision(),
        like.cost(),
        like.origin());
  }

  /** Writes such a call into the log, and returns its id. */
  public static String in(Latchkey latchkey, Id.Client client, Id.Organization organization) {
    return in(latchkey, of(client, organization, latchkey.clock.instant()));
  }

  public static String in(Latchkey latchkey, RecordedCall call) {
    latchkey.stores().operation().calls().blocks().write(List.of(call));
    return call.id();
  }
}
