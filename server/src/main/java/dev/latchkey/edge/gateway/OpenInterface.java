package dev.latchkey.edge.gateway;

import dev.latchkey.edge.gateway.builtin.DirectoryCalls;
import dev.latchkey.edge.http.BearerGuard;
import dev.latchkey.edge.http.BearerHeader;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.observe.CallNote;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.token.LookupSource;
import java.util.List;
import java.util.Optional;

/**
 * All calls below {@code /openapi/v2/} (contract 4.4). An admitted call is answered by Latchkey or
 * by a service, as its row says.
 */
public record OpenInterface(
    Admission admission, DirectoryCalls directory, Forwarding forwarding, CallLog log) {
  public List<Route> routes() {
    return List.of(new BearerGuard(this::call, this::refuse).json("*", "/openapi/v2/**"));
  }

  private Optional<Refusal> refuse(Request request, LookupSource from) {
    return Optional.of(admission.refuse(Admission.Call.of(request)));
  }

  private Optional<Response> call(
      Request request, BearerHeader.Presented token, LookupSource from) {
    var call = Admission.Call.of(request);
    return admission
        .judge(call, token, from, ready(request, from))
        .map(outcome -> {
          Optional<CallNote> note = log.note(RecordedCall.Kind.GATEWAY, request, call, outcome);
          Response response =
              switch (outcome) {
                case Judgement.Refused refused -> refused.refusal().json();
                case Judgement.Admitted admitted -> answer(request, token, admitted, note);
              };
          return note.map(response::noted).orElse(response);
        });
  }

  /**
   * On the event loop, a call that Latchkey answers itself is never ready, because its answer is in
   * the store. A call to a service is ready if its assertion is signed already.
   */
  private Admission.Ready ready(Request request, LookupSource from) {
    return switch (from) {
      case STORE -> Admission.Ready.ALWAYS;
      case MEMORY ->
          (caller, route) ->
              switch (route.target()) {
                case Target.BuiltIn _ -> false;
                case Target.Forwarded forwarded -> forwarding.isReady(request, caller, forwarded);
              };
    };
  }

  private Response answer(
      Request request,
      BearerHeader.Presented token,
      Judgement.Admitted admitted,
      Optional<CallNote> note) {
    return switch (admitted.route().target()) {
      case Target.BuiltIn builtIn ->
          directory.answer(
              builtIn.call(), request.withSegments(admitted.segments()), admitted.caller());
      case Target.Forwarded forwarded ->
          forwarding.forward(
              request,
              admitted,
              forwarded,
              () -> admission.isStillAllowed(Admission.Call.of(request), token),
              note);
    };
  }
}
