package dev.latchkey.gateway;

import dev.latchkey.http.BearerHeader;
import dev.latchkey.http.Header;
import dev.latchkey.http.Json;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Source;
import java.util.List;
import java.util.Optional;

/**
 * Judges a call for somebody else's gateway, by the same admission as our own. It says yes with the
 * identity of the caller, or no in one of the two ways that a gateway understands.
 */
public final class CheckEndpoint {
    private static final String PATH = "/oauth2/check";
    private static final String OWN_NAME = "latchkey";
    private static final Refusal UNCLEAR =
            new Refusal(
                    403,
                    "invalid_request",
                    "The gateway must say once which call it asks about: X-Original-Method and"
                            + " X-Original-URI, or X-Forwarded-Method and X-Forwarded-Uri.");

    private final Admission admission;
    private final Identity identity;

    public CheckEndpoint(Admission admission, Identity identity) {
        this.admission = admission;
        this.identity = identity;
    }

    public List<Route> routes() {
        return List.of(route(PATH), route(PATH + "/**"));
    }

    private Route route(String pattern) {
        return Route.verdict(
                        pattern,
                        Route.Access.BEARER,
                        request ->
                                check(request, Source.STORE, Admission.Ready.ALWAYS).orElseThrow())
                .memoryFirst(request -> check(request, Source.MEMORY, signed(request)));
    }

    private Admission.Ready signed(Request request) {
        return (caller, route) ->
                identity.isSigned(
                        caller,
                        audience(route.target()),
                        request.baseUrl(),
                        request.occasion().at());
    }

    private Optional<Response> check(Request request, Source from, Admission.Ready ready) {
        Optional<Original> original = Original.of(request.headers(), repeated(request));
        return original.isEmpty()
                ? Optional.of(UNCLEAR.verdict())
                : check(original.get(), request, from, ready);
    }

    /** Envoy asks by making the same call, below an address of ours. */
    private static Optional<Original> repeated(Request request) {
        return request.path().equals(PATH)
                ? Optional.empty()
                : Optional.of(
                        new Original(request.method(), request.path().substring(PATH.length())));
    }

    private Optional<Response> check(
            Original original, Request request, Source from, Admission.Ready ready) {
        var call =
                new Admission.Call(
                        original.method(),
                        original.path(),
                        BearerHeader.of(request),
                        request.baseUrl(),
                        request.occasion());
        return admission.judge(call, from, ready).map(outcome -> verdict(outcome, call));
    }

    private Response verdict(Admission.Outcome outcome, Admission.Call call) {
        return switch (outcome) {
            case Admission.Refused refused -> refused.refusal().verdict();
            case Admission.Admitted admitted ->
                    Response.json(200, Json.object())
                            .with(
                                    identity.headers(
                                                    admitted.caller(),
                                                    audience(admitted.route().target()),
                                                    call.baseUrl(),
                                                    call.now().at())
                                            .headers()
                                            .toArray(Header[]::new));
        };
    }

    private static String audience(Target target) {
        return switch (target) {
            case Target.Forwarded forwarded -> forwarded.upstream().name();
            case Target.BuiltIn ours -> OWN_NAME;
        };
    }
}
