package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.observe.CallNote;
import dev.latchkey.edge.observe.RequestLog;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import java.util.Optional;

/**
 * Notes calls for the request log. A call without a valid token belongs to no credential, so it is
 * only counted.
 */
public record CallNotes(RequestLog log) {
  /** Empty if the call is not to be recorded. */
  Optional<CallNote> of(
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
        refused.missing().map(CallNotes::names).orElse(""),
        refused.missing().map(missing -> names(caller.scope())).orElse(""));
  }

  private static String names(Scopes scopes) {
    return scopes.joined(Scopes.Separator.SPACE);
  }
}
