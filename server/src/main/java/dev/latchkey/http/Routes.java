package dev.latchkey.http;

import dev.latchkey.http.Route.Face;
import dev.latchkey.model.Language;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.RightsChanged;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TooBusy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds the route of a request by its head, and turns what is refused or breaks into an answer. */
public final class Routes {
    public static final int BODY_BYTES = 65_536;
    public static final int REQUEST_LINE_BYTES = 16_384;

    private static final Refusal LINE_TOO_LONG =
            new Refusal(414, "invalid_request", "The request line is longer than 16 KiB.");
    private static final Refusal OTHER_HOST =
            new Refusal(421, "misdirected_request", "This server does not answer for that host.");
    private static final Refusal INSECURE =
            new Refusal(403, "insecure_transport", "Use https here.");
    private static final Refusal RIGHTS_CHANGED =
            new Refusal(
                    409,
                    "rights_changed",
                    "The session or its rights changed meanwhile; nothing was done.");
    private static final Refusal NOT_FOUND =
            new Refusal(404, "not_found", "There is nothing at this address.");
    private static final String NOWHERE = "none";
    private static final System.Logger LOG = System.getLogger("dev.latchkey");

    private final List<Route> routes;

    /** What is at every address that stands in the table letter by letter. */
    private final Map<String, List<Route>> literal;

    /** The others. */
    private final List<Route> open;

    private final Hosts hosts;
    private final Proxies proxies;
    private final AddressGate addresses;
    private final InstantSource clock;
    private final BiFunction<Refusal, Language, Response> errorPage;
    private final ObjIntConsumer<String> answered;

    private final StandardHeaders standard;

    /** The headers of almost all answers to programs. */
    private final List<Header> ofJson;

    /** {@code answered} is told the pattern and the status of each answer. */
    public Routes(
            List<Route> routes,
            RequestChecks checks,
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
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        path -> path, path -> matching(routes, path)));
        this.open = routes.stream().filter(route -> !route.pattern().isLiteral()).toList();
        this.hosts = checks.hosts();
        this.proxies = checks.proxies();
        this.addresses = checks.addresses();
        this.clock = clock;
        this.errorPage = errorPage;
        this.answered = answered;
        this.standard = new StandardHeaders(hosts.isSecure());
        this.ofJson =
                standard.addTo(new Response(200, Response.OF_JSON, Content.NONE), Face.JSON)
                        .headers();
    }

    public List<Route> all() {
        return routes;
    }

    /** Who reads a refusal; a person, in their language. */
    private record Reader(Face face, Headers headers) {}

    /** What is done with a request, decided by its head. */
    public sealed interface Plan permits Refused, Call {}

    public record Refused(Response response) implements Plan {}

    public Plan plan(Incoming head) {
        List<Route> here = at(head.path());
        var reader = new Reader(faceOf(here, head.path()), head.headers());
        Optional<Refusal> refusal = refuse(head, here);
        if (refusal.isPresent()) {
            return new Refused(finished(here, reader.face(), refuse(reader, refusal.get())));
        }
        String method = head.isHead() ? "GET" : head.method();
        for (Route route : here) {
            if (route.method().equals(method) || route.method().equals("*")) {
                return new Call(this, route, head);
            }
        }
        Refusal notAllowed = Refusal.notAllowed(here.stream().map(Route::method).toList());
        return new Refused(finished(here, reader.face(), refuse(reader, notAllowed)));
    }

    /**
     * The refusal of what never became a request; the path is empty if none was read, and then a
     * program is answered.
     */
    public Response refuse(String path, Headers headers, Refusal refusal) {
        List<Route> here = at(path);
        var reader = new Reader(faceOf(here, path), headers);
        return finished(here, reader.face(), refuse(reader, refusal));
    }

    private Optional<Refusal> refuse(Incoming head, List<Route> here) {
        if (head.path().length() + head.query().length() + head.method().length() + 12
                > REQUEST_LINE_BYTES) {
            return Optional.of(LINE_TOO_LONG);
        }
        String socket = head.peer().address();
        if (!hosts.know(host(head), head.peer().port())) {
            return Optional.of(OTHER_HOST);
        }
        if (hosts.isSecure()
                && !head.peer().isTls()
                && !proxies.cameSafely(socket, head.headers())) {
            return Optional.of(INSECURE);
        }
        Optional<Refusal> tooFast = addresses.refuse(proxies.caller(socket, head.headers()));
        if (tooFast.isPresent()) {
            return tooFast;
        }
        return here.isEmpty() ? Optional.of(NOT_FOUND) : Optional.empty();
    }

    /** HTTP/1.0 need not name a host (RFC 9112 3.3), and then means the published one. */
    private String host(Incoming head) {
        String named = proxies.host(head.peer().address(), head.headers());
        return named.isEmpty() && head.headers().all("Host").isEmpty()
                ? hosts.authority(head.peer().port())
                : named;
    }

    /** The answer of an act that may break; what breaks becomes a refusal. */
    <T> T guarded(Call call, Supplier<T> act, Function<Response, T> refused) {
        try {
            return act.get();
        } catch (TooBusy busy) {
            // At a level that is off by default: there would be as many lines as requests.
            LOG.log(System.Logger.Level.DEBUG, busy.getMessage());
            return refused.apply(refuse(call, Refusal.unavailable()));
        } catch (RightsChanged changed) {
            return refused.apply(refuse(call, RIGHTS_CHANGED));
        } catch (StorageFault fault) {
            LOG.log(System.Logger.Level.ERROR, "storage: {0}", fault.inOneLine());
            return refused.apply(refuse(call, Refusal.unavailable()));
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.log(System.Logger.Level.ERROR, "unexpected", broken);
            return refused.apply(
                    refuse(
                            call,
                            new Refusal(
                                    500, "server_error", "Something broke here, not with you.")));
        }
    }

    Response refuse(Call call, Refusal refusal) {
        return refuse(new Reader(call.route().face(), call.head().headers()), refusal);
    }

    Request request(Call call, Form query, Body body) {
        Incoming head = call.head();
        String caller = proxies.caller(head.peer().address(), head.headers());
        return new Request(
                head.method(),
                head.path(),
                head.query(),
                query,
                head.headers(),
                call.route().pattern().match(head.path()).orElse(Map.of()),
                body,
                hosts.baseUrl(head.peer().port()),
                new RequestMoment(clock.instant(), caller, AddressGate.network(caller)),
                head.peer());
    }

    Response finished(Call call, Response response) {
        return finished(List.of(call.route()), call.route().face(), response);
    }

    void count(Route route, int status) {
        answered.accept(route.pattern().toString(), status);
    }

    public InstantSource clock() {
        return clock;
    }

    private List<Route> at(String path) {
        List<Route> known = literal.get(path);
        return known == null ? matching(open, path) : known;
    }

    private static List<Route> matching(List<Route> routes, String path) {
        var matching = new ArrayList<Route>();
        for (Route route : routes) {
            if (route.pattern().matches(path)) {
                matching.add(route);
            }
        }
        return matching;
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

    /**
     * No answer leaves in another way. What every answer of our own carries is added here; one that
     * a service gives stays as it is.
     */
    @SuppressWarnings("ReferenceEquality") // Equal lists lead to equal answers, only more slowly.
    private Response finished(List<Route> here, Face face, Response response) {
        if (response.content() instanceof Content.Relayed) {
            return response;
        }
        answered.accept(
                here.isEmpty() ? NOWHERE : here.getFirst().pattern().toString(), response.status());
        return response.headers() == Response.OF_JSON && face != Face.PAGE
                ? new Response(response.status(), ofJson, response.content())
                : standard.addTo(response, face);
    }
}
