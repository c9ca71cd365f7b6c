package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.observe.CallNote;
import dev.latchkey.edge.observe.RequestLog;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.Use;
import dev.latchkey.storage.operation.RefusedCalls;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Records which calls were admitted and refused. Calls are counted in memory. A call from an
 * address that its credential does not allow is written to the audit log as well. {@code entries}
 * limits how many such entries are tried for each credential, so that a flood of calls does not
 * become a flood of writes.
 *
 * <p>A call with a valid token is also noted for the request log. One without belongs to no
 * credential, so it is only counted.
 */
public record CallLog(
    Consumer<Use> uses, RefusedCalls refusedCalls, RateLimit entries, RequestLog log) {
  public void admitted(LiveToken caller, Scopes needed, RequestMoment now) {
    uses.accept(new Use.Call(caller, needed, now));
  }

  public void refused(Optional<Id.Client> client, CallRefusal why, RequestMoment now) {
    uses.accept(new Use.RefusedCall(client, why, now));
  }

  /** Writes to the store, so no event loop may call it. */
  public void addressNotAllowed(LiveToken caller, RequestMoment now) {
    refused(Optional.of(caller.client()), CallRefusal.ADDRESS_NOT_ALLOWED, now);
    if (entries.take(caller.client()).isEmpty()) {
      refusedCalls.addressNotAllowed(caller, now);
    }
  }

  /** Empty if the call is not to be recorded. */
  Optional<CallNote> note(
      RecordedCall.Kind kind, Request request, Admission.Call call, Admission.Outcome outcome) {
    if (!log.isOn().getAsBoolean()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Admission.Admitted admitted ->
          Optional.of(
              note(
                  kind,
                  request,
                  call,
                  new Judged(
                      admitted.caller(),
                      admitted.route().pattern().toString(),
                      RequestLog.Why.ADMITTED)));
      case Admission.Refused refused ->
          refused
              .caller()
              .map(caller ->
                  note(
                      kind,
                      request,
                      call,
                      new Judged(caller, refused.route(), why(caller, refused))));
    };
  }

  private record Judged(LiveToken caller, String route, RequestLog.Why why) {}

  private CallNote note(
      RecordedCall.Kind kind, Request request, Admission.Call call, Judged judged) {
    LiveToken caller = judged.caller;
    return log.note(
        new RequestLog.Decided(
            kind,
            new RecordedCall.Caller(
                caller.client(),
                caller.organization(),
                Optional.of(caller.subject()),
                RequestLog.ending(request.headers())),
            new RecordedCall.Asked(call.method(), judged.route, call.path()),
            call.now().address(),
            judged.why));
  }

  private static RequestLog.Why why(LiveToken caller, Admission.Refused refused) {
    return new RequestLog.Why(
        Optional.of(CallReason.of(refused.why())),
        refused.missing().map(CallLog::names).orElse(""),
        refused.missing().map(missing -> names(caller.scope())).orElse(""));
  }

  private static String names(Scopes scopes) {
    return scopes.joined(Scopes.Separator.SPACE);
  }
}
