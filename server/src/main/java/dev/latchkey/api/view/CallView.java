package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A call of the request log. */
public record CallView(
    String requestId,
    Instant at,
    RecordedCall.Kind kind,
    String method,
    Optional<String> route,
    String path,
    int status,
    RecordedCall.Outcome outcome,
    Optional<CallReason> reason,
    Optional<String> missingScopes,
    Optional<String> grantedScopes,
    Id.Client clientId,
    Id.Organization orgId,
    Optional<Id.Subject> userId,
    Optional<String> ending,
    String address,
    Optional<String> userAgent,
    Optional<String> traceId,
    int microseconds,
    Optional<Integer> serviceMicroseconds,
    int bytes) {

  public static CallView of(RecordedCall call) {
    RecordedCall.Decision decision = call.decision();
    RecordedCall.Origin origin = call.origin();
    return new CallView(
        call.id(),
        call.at(),
        call.kind(),
        call.asked().method(),
        unlessEmpty(call.asked().route()),
        call.asked().path(),
        decision.status(),
        call.outcome(),
        decision.reason(),
        unlessEmpty(decision.missing()),
        unlessEmpty(decision.granted()),
        call.caller().client(),
        call.caller().organization(),
        call.caller().subject(),
        unlessEmpty(call.caller().ending()),
        origin.address(),
        unlessEmpty(origin.userAgent()),
        unlessEmpty(origin.trace()),
        micros(call.cost().total()),
        call.cost().service().map(CallView::micros),
        Math.clamp(call.cost().bytes(), 0, Integer.MAX_VALUE));
  }

  private static int micros(Duration time) {
    return Math.clamp(time.toNanos() / 1_000, 0, Integer.MAX_VALUE);
  }

  private static Optional<String> unlessEmpty(String text) {
    return Optional.of(text).filter(known -> !known.isEmpty());
  }
}
