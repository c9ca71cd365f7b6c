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
import java.util.function.Supplier;

/**
 * Records which calls were admitted and refused. Calls are counted in memory. A call from an
 * address that its credential does not allow is written to the audit log as well. {@code entries}
 * limits how many such entries are tried for each credential, so that a flood of calls does not
 * become a flood of writes.
 *
 * <p>A call is also noted for the request log, unless it has no token: then it belongs to no
 * credential, and is only counted.
 */
public record CallLog(
    Consumer<Use> uses,
    RefusedCalls refusedCalls,
    RateLimit entries,
    RequestLog log,
    Supplier<RouteTable> table) {
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
      RecordedCall.Kind kind, Request request, Admission.Call call, Judgement outcome) {
    if (!log.isOn().getAsBoolean()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Judgement.Admitted admitted -> {
        String route = admitted.route().pattern().toString();
        yield Optional.of(
            note(
                kind,
                call,
                new Judged(known(request, admitted.caller()), route, RequestLog.Why.ADMITTED)));
      }
      case Judgement.Refused refused ->
          judged(request, refused).map(judged -> note(kind, call, judged));
    };
  }

  private record Judged(RequestLog.Whose whose, String route, RequestLog.Why why) {}

  private static Optional<Judged> judged(Request request, Judgement.Refused refused) {
    return switch (refused.with()) {
      case Judgement.With.None _ -> Optional.empty();
      case Judgement.With.Invalid(var token) ->
          Optional.of(
              new Judged(
                  new RequestLog.Whose.Token(token, RequestLog.ending(request.headers())),
                  refused.route(),
                  RequestLog.Why.of(CallReason.INVALID_TOKEN)));
      case Judgement.With.Live(var caller) ->
          Optional.of(new Judged(known(request, caller), refused.route(), why(caller, refused)));
    };
  }

  private static RequestLog.Whose known(Request request, LiveToken caller) {
    return new RequestLog.Whose.Known(
        new RecordedCall.Caller(
            caller.client(),
            caller.organization(),
            Optional.of(caller.subject()),
            RequestLog.ending(request.headers())));
  }

  private CallNote note(RecordedCall.Kind kind, Admission.Call call, Judged judged) {
    return log.note(
        new RequestLog.Decided(
            kind,
            judged.whose,
            new RecordedCall.Asked(
                call.method(), judged.route, table.get().logged(call.method(), call.path())),
            call.now().address(),
            judged.why));
  }

  private static RequestLog.Why why(LiveToken caller, Judgement.Refused refused) {
    return new RequestLog.Why(
        Optional.of(CallReason.of(refused.why())),
        refused.missing().map(CallLog::names).orElse(""),
        refused.missing().map(missing -> names(caller.scope())).orElse(""));
  }

  private static String names(Scopes scopes) {
    return scopes.joined(Scopes.Separator.SPACE);
  }
}
