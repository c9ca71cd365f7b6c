package dev.latchkey.gateway;

import dev.latchkey.http.BearerHeader;
import dev.latchkey.http.Form;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.storage.Checks;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Everything below {@code /openapi/v2/} (contract 4.4). Judged in the order of decision 4.1, so
 * nobody maps it unasked.
 */
public final class OpenInterface {
    private static final Pattern UNUSABLE =
            Pattern.compile(
                    "\\.\\.|//|;|\\\\|\\uFFFD|%(2e|2f|5c|25|00)|%(?![0-9a-f]{2})",
                    Pattern.CASE_INSENSITIVE);

    private final Checks checks;
    private final List<OpenRoute> routes;

    public OpenInterface(Checks checks, List<OpenRoute> routes) {
        this.checks = checks;
        this.routes = List.copyOf(routes);
    }

    public List<Route> routes() {
        return List.of(Route.json("*", "/openapi/v2/**", Route.Access.BEARER, this::call));
    }

    private Response call(Request request) {
        if (UNUSABLE.matcher(request.path()).find() || Form.decode(request.path()).isEmpty()) {
            return Refusal.invalidRequest("This path has more than one meaning.").json();
        }
        return switch (BearerHeader.of(request)) {
            case BearerHeader.Missing missing ->
                    new Refusal(
                                    401,
                                    "unauthorized",
                                    "Send an access token as Authorization: Bearer <token>.")
                            .with("WWW-Authenticate", challenge(request))
                            .json();
            case BearerHeader.Presented presented ->
                    presented
                            .token()
                            .flatMap(token -> checks.look(token, request.occasion().at()))
                            .map(caller -> route(request, caller))
                            .orElseGet(() ->
                                    new Refusal(
                                                    401,
                                                    "invalid_token",
                                                    "The access token is not valid.")
                                            .with(
                                                    "WWW-Authenticate",
                                                    challenge(request)
                                                            + ", error=\"invalid_token\"")
                                            .json());
        };
    }

    private Response route(Request request, LiveToken caller) {
        List<OpenRoute> here =
                routes.stream().filter(route -> route.pattern().matches(request.path())).toList();
        if (here.isEmpty()) {
            return new Refusal(404, "not_found", "There is no such call in the open interface.")
                    .json();
        }
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        Optional<OpenRoute> found =
                here.stream().filter(route -> route.method().equals(method)).findFirst();
        if (found.isEmpty()) {
            return Refusal.notAllowed(here.stream().map(OpenRoute::method).toList()).json();
        }
        OpenRoute route = found.get();
        Scopes missing = route.needs().without(caller.scope());
        if (!missing.isEmpty()) {
            String names = missing.joined(Scopes.Separator.SPACE);
            return new Refusal(
                            403, "insufficient_scope", "This call needs the scope " + names + ".")
                    .with(
                            "WWW-Authenticate",
                            challenge(request)
                                    + ", error=\"insufficient_scope\", scope=\""
                                    + names
                                    + "\"")
                    .json();
        }
        return route.answer()
                .to(
                        request.withSegments(route.pattern().match(request.path()).orElseThrow()),
                        caller);
    }

    private static String challenge(Request request) {
        return "Bearer resource_metadata=\""
                + request.baseUrl()
                + "/.well-known/oauth-protected-resource/openapi/v2\"";
    }
}
