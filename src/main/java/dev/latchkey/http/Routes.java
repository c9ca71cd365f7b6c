package dev.latchkey.http;

import dev.latchkey.http.Route.Face;
import dev.latchkey.model.Language;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;

/**
 * Finds the route of a request, reads its body as the route allows, and turns what breaks into an
 * answer.
 */
public final class Routes {
    public static final int BODY_BYTES = 65_536;
    public static final int REQUEST_LINE_BYTES = 16_384;

    /** What the library puts in place of a byte that has no business in a request line. */
    private static final char NOT_ASCII = '\uFFFD';

    private static final String NOWHERE = "none";
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final List<Route> routes;

    /** What is at every address that stands in the table letter by letter. */
    private final Map<String, List<Route>> literal;

    private final Hosts hosts;
    private final Proxies proxies;
    private final AddressGate addresses;
    private final InstantSource clock;
    private final BiFunction<Refusal, Language, Response> errorPage;
    private final ObjIntConsumer<String> answered;

    /** {@code answered} is told the pattern and the status of each answer. */
    public Routes(
            List<Route> routes,
            Hosts hosts,
            Proxies proxies,
            AddressGate addresses,
            InstantSource clock,
            BiFunction<Refusal, Language, Response> errorPage,
            ObjIntConsumer<String> answered) {
        this.routes = List.copyOf(routes);
        this.literal =
                routes.stream()
                        .map(Route::pattern)
                        .filter(PathPattern::isLiteral)
                        .map(PathPattern::toString)
                        .distinct()
                        .collect(Collectors.toUnmodifiableMap(path -> path, this::matching));
        this.hosts = hosts;
        this.proxies = proxies;
        this.addresses = addresses;
        this.clock = clock;
        this.errorPage = errorPage;
        this.answered = answered;
    }

    public List<Route> all() {
        return routes;
    }

    /** Who is told of a refusal; a person, in their language. */
    private record Reader(Face face, Headers headers) {}

    Response answer(Incoming incoming) {
        List<Route> here = at(incoming.path());
        Reader reader = new Reader(faceOf(here, incoming.path()), incoming.headers());
        return finished(here, attempted(incoming, here, reader));
    }

    private Response attempted(Incoming incoming, List<Route> here, Reader reader) {
        try {
            return found(incoming, here, reader);
        } catch (TooBusy busy) {
            // Not told at any level that is on by default: there would be as many lines as
            // requests.
            LOG.log(System.Logger.Level.DEBUG, busy.getMessage());
            return refuse(reader, Refusal.unavailable());
        } catch (StorageFault fault) {
            LOG.log(System.Logger.Level.ERROR, "storage", fault);
            return refuse(reader, Refusal.unavailable());
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.log(System.Logger.Level.ERROR, "unexpected", broken);
            return refuse(
                    reader,
                    new Refusal(500, "server_error", "Something broke here, not with you."));
        }
    }

    /**
     * A refusal from below, before there was a whole request; the path is empty if none was read,
     * and then it is a program that speaks.
     */
    Response refuse(String path, Headers headers, Refusal refusal) {
        List<Route> here = at(path);
        return finished(here, refuse(new Reader(faceOf(here, path), headers), refusal));
    }

    private Response found(Incoming incoming, List<Route> here, Reader reader) {
        if (incoming.path().length() + incoming.query().length() + incoming.method().length() + 12
                > REQUEST_LINE_BYTES) {
            return refuse(
                    reader,
                    new Refusal(414, "invalid_request", "The request line is longer than 16 KiB."));
        }
        String host = proxies.host(incoming.address(), incoming.headers());
        if (!hosts.know(host, incoming.port())) {
            return refuse(
                    reader,
                    new Refusal(
                            421,
                            "misdirected_request",
                            "This server does not answer for that host."));
        }
        if (hosts.isSecure() && !proxies.cameSafely(incoming.address(), incoming.headers())) {
            return refuse(reader, new Refusal(403, "insecure_transport", "Use https here."));
        }
        Optional<Refusal> tooFast =
                addresses.refuse(proxies.caller(incoming.address(), incoming.headers()));
        if (tooFast.isPresent()) {
            return refuse(reader, tooFast.get());
        }
        if (here.isEmpty()) {
            return refuse(
                    reader, new Refusal(404, "not_found", "There is nothing at this address."));
        }
        String method = incoming.method().equals("HEAD") ? "GET" : incoming.method();
        return here.stream()
                .filter(route -> route.method().equals(method) || route.method().equals("*"))
                .findFirst()
                .map(route -> call(route, incoming, reader))
                .orElseGet(() ->
                        refuse(
                                reader,
                                Refusal.notAllowed(here.stream().map(Route::method).toList())));
    }

    private Response call(Route route, Incoming incoming, Reader reader) {
        Optional<Form> query =
                incoming.query().indexOf(NOT_ASCII) < 0
                        ? Form.parse(incoming.query())
                        : Optional.empty();
        if (query.isEmpty()) {
            return refuse(reader, Refusal.invalidRequest("The query is not well-formed UTF-8."));
        }
        return switch (Bodies.read(route.bodies(), incoming)) {
            case Bodies.Unusable unusable -> refuse(reader, unusable.refusal());
            case Bodies.Read read ->
                    route.handler()
                            .answer(
                                    new Request(
                                            incoming.method(),
                                            incoming.path(),
                                            incoming.query(),
                                            query.get(),
                                            incoming.headers(),
                                            route.pattern().match(incoming.path()).orElse(Map.of()),
                                            read.body(),
                                            hosts.baseUrl(incoming.port()),
                                            new Occasion(
                                                    clock.instant(),
                                                    proxies.caller(
                                                            incoming.address(),
                                                            incoming.headers())),
                                            incoming.isCallerGone()));
        };
    }

    private List<Route> at(String path) {
        List<Route> known = literal.get(path);
        return known == null ? matching(path) : known;
    }

    private List<Route> matching(String path) {
        return routes.stream().filter(route -> route.pattern().matches(path)).toList();
    }

    private static Face faceOf(List<Route> here, String path) {
        if (!here.isEmpty()) {
            return here.getFirst().face();
        }
        return path.isEmpty()
                        || path.startsWith("/oauth2/")
                        || path.startsWith("/openapi/")
                        || path.startsWith("/.well-known/")
                ? Face.JSON
                : Face.PAGE;
    }

    private Response refuse(Reader reader, Refusal refusal) {
        return switch (reader.face()) {
            case JSON -> refusal.json();
            case VERDICT -> refusal.verdict();
            case PAGE ->
                    errorPage
                            .apply(refusal, Languages.of(reader.headers(), hosts.isSecure()))
                            .with(refusal.headers().toArray(Header[]::new));
        };
    }

    /** What every answer of our own carries; one that is only passed on stays as it is. */
    private Response finished(List<Route> here, Response response) {
        answered.accept(
                here.isEmpty() ? NOWHERE : here.getFirst().pattern().toString(), response.status());
        if (response.content() instanceof Content.Streamed) {
            return response;
        }
        Response safe = response.with("X-Content-Type-Options", "nosniff");
        if (!safe.has("Cache-Control")) {
            safe =
                    safe.with(
                            new Header("Cache-Control", "no-store"),
                            new Header("Pragma", "no-cache"));
        }
        return hosts.isSecure()
                ? safe.with("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
                : safe;
    }
}
