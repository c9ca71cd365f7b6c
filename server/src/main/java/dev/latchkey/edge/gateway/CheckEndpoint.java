package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.BearerGuard;
import dev.latchkey.edge.http.BearerHeader;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.LookupSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides about a call for another gateway, with the same {@link Admission} as for Latchkey's own.
 * A positive answer contains the identity of the caller. A negative one has one of the two statuses
 * that gateways understand, 401 and 403. Only known gateways receive the signed identity: a service
 * believes the signature and does not ask who sent it.
 */
public record CheckEndpoint(
    Admission admission, KnownGateways gateways, Identity identity, CallLog log) {
  private static final String PATH = "/oauth2/check";
  private static final String OWN_AUDIENCE = "latchkey";
  private static final byte[] ADMITTED = Json.bytes(Json.object());
  private static final Refusal UNCLEAR =
      new Refusal(
          403,
          "invalid_request",
          "The gateway must name the call that it asks about exactly once: X-Original-Method and"
              + " X-Original-URI, or X-Forwarded-Method and X-Forwarded-Uri.");

  public List<Route> routes() {
    return List.of(route(PATH), route(PATH + "/**"));
  }

  private Route route(String pattern) {
    return new BearerGuard(this::check, this::refuse).verdict(pattern);
  }

  private Optional<Refusal> refuse(Request request, LookupSource from) {
    Optional<Admission.Call> call = call(request);
    return call.isEmpty()
        ? Optional.of(UNCLEAR)
        : gateways.asking(request, from).map(asking -> refusal(asking, call.get()));
  }

  private Refusal refusal(KnownGateways.Asking asking, Admission.Call call) {
    return switch (asking) {
      case KnownGateways.Asking.Refused refused -> refused.refusal();
      case KnownGateways.Asking.Stranger _ -> admission.refuse(call);
      case KnownGateways.Asking.Gateway gateway -> {
        gateways.answered(gateway);
        yield admission.refuse(call);
      }
    };
  }

  private Optional<Response> check(
      Request request, BearerHeader.Presented token, LookupSource from) {
    Optional<Admission.Call> call = call(request);
    return call.isEmpty()
        ? Optional.of(UNCLEAR.verdict())
        : gateways
            .asking(request, from)
            .flatMap(asking -> check(new Asked(request, call.get(), token, from), asking));
  }

  /** The call that the gateway asks about. */
  private static Optional<Admission.Call> call(Request request) {
    return CheckedCall.of(request.headers(), repeated(request))
        .map(checked ->
            new Admission.Call(
                checked.method(), checked.path(), request.baseUrl(), request.moment()));
  }

  /** Envoy asks by sending the same call to a path below this endpoint. */
  private static Optional<CheckedCall> repeated(Request request) {
    return request.path().equals(PATH)
        ? Optional.empty()
        : Optional.of(new CheckedCall(request.method(), request.path().substring(PATH.length())));
  }

  /** A gateway asks about a call with a token. */
  private record Asked(
      Request request, Admission.Call call, BearerHeader.Presented token, LookupSource from) {}

  private Optional<Response> check(Asked asked, KnownGateways.Asking asking) {
    return switch (asking) {
      case KnownGateways.Asking.Refused refused -> Optional.of(refused.refusal().verdict());
      case KnownGateways.Asking.Stranger _ ->
          judged(asked, Admission.Ready.ALWAYS, admitted -> Identity.unsigned(admitted.caller()));
      case KnownGateways.Asking.Gateway gateway -> {
        Optional<Response> verdict =
            judged(asked, ready(asked.call, asked.from), admitted -> signed(admitted, asked.call));
        if (verdict.isPresent()) {
          gateways.answered(gateway);
        }
        yield verdict;
      }
    };
  }

  private Optional<Response> judged(
      Asked asked,
      Admission.Ready ready,
      Function<Judgement.Admitted, List<Header>> identityHeaders) {
    return admission
        .judge(asked.call, asked.token, asked.from, ready)
        .map(outcome -> {
          Response verdict = verdict(outcome, identityHeaders);
          return log.note(RecordedCall.Kind.CHECK, asked.request, asked.call, outcome)
              .map(verdict::noted)
              .orElse(verdict);
        });
  }

  /**
   * On the event loop a call is ready only if its assertion is signed already, because signing
   * takes longer than everything else.
   */
  private Admission.Ready ready(Admission.Call call, LookupSource from) {
    return switch (from) {
      case STORE -> Admission.Ready.ALWAYS;
      case MEMORY ->
          (caller, route) ->
              identity.isSigned(statement(caller, route.target(), call), call.now().at());
    };
  }

  private static Response verdict(
      Judgement outcome, Function<Judgement.Admitted, List<Header>> identity) {
    return switch (outcome) {
      case Judgement.Refused refused -> refused.refusal().verdict();
      case Judgement.Admitted admitted ->
          Response.json(200, ADMITTED).with(identity.apply(admitted));
    };
  }

  private List<Header> signed(Judgement.Admitted admitted, Admission.Call call) {
    var statement = statement(admitted.caller(), admitted.route().target(), call);
    return identity.headers(statement, call.now().at()).headers();
  }

  private static Assertions.Statement statement(
      LiveToken caller, Target target, Admission.Call call) {
    return new Assertions.Statement(
        caller, audience(target), call.baseUrl(), call.method(), call.path());
  }

  private static String audience(Target target) {
    return switch (target) {
      case Target.Forwarded forwarded -> forwarded.upstream().name();
      case Target.BuiltIn _ -> OWN_AUDIENCE;
    };
  }
}
