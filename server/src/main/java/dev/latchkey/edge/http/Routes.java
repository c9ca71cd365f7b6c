package dev.latchkey.edge.http;

import dev.latchkey.edge.http.Route.Audience;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.RightsChanged;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds the route of a request from its head, and turns refusals and errors into answers. */
public final class Routes {
  public static final int REQUEST_LINE_BYTES = 16_384;

  private static final Refusal LINE_TOO_LONG =
      new Refusal(414, "invalid_request", "The request line is longer than 16 KiB.");
  private static final Refusal UNKNOWN_HOST =
      new Refusal(421, "misdirected_request", "This server does not answer for that host.");
  private static final Refusal INSECURE = new Refusal(403, "insecure_transport", "Use https here.");
  private static final Refusal RIGHTS_CHANGED =
      new Refusal(
          409, "rights_changed", "The session or its rights have changed. Nothing was done.");
  private static final Refusal NOT_FOUND =
      new Refusal(404, "not_found", "There is nothing at this address.");
  private static final String NO_ROUTE = "none";
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private final List<Route> routes;

  /** The routes of each path that a literal pattern names. */
  private final Map<String, List<Route>> literal;

  /** The other routes, by the first segment of their paths. */
  private final Map<String, List<Route>> open;

  /** The routes for paths with any first segment. */
  private final List<Route> everywhere;

  private final Hosts hosts;
  private final Supplier<Proxies> proxies;
  private final Supplier<AddressGate> addressGate;
  private final Correlations correlations;
  private final InstantSource clock;
  private final RefusalPages refusalPages;
  private final ResponseListener watch;
  private final StorageFaultLog storageFaults = new StorageFaultLog();

  private final StandardHeaders standard;

  /** The headers of almost all answers to programs, built once. */
  private final List<Header> ofJson;

  public Routes(
      List<Route> routes,
      RequestChecks checks,
      InstantSource clock,
      RefusalPages refusalPages,
      ResponseListener watch) {
    this.routes = List.copyOf(routes);
    this.literal =
        routes.stream()
            .map(Route::pattern)
            .filter(PathPattern::isLiteral)
            .map(PathPattern::toString)
            .distinct()
            .collect(Collectors.toUnmodifiableMap(path -> path, path -> matching(routes, path)));
    List<Route> notLiteral = routes.stream().filter(route -> !route.pattern().isLiteral()).toList();
    this.open =
        notLiteral.stream()
            .map(route -> route.pattern().first())
            .distinct()
            .collect(
                Collectors.toUnmodifiableMap(
                    first -> first, first -> beginning(notLiteral, first)));
    this.everywhere = notLiteral.stream().filter(route -> route.pattern().isOpenAtFirst()).toList();
    this.hosts = checks.hosts();
    this.proxies = checks.proxies();
    this.addressGate = checks.addresses();
    this.correlations = checks.correlations();
    this.clock = clock;
    this.refusalPages = refusalPages;
    this.watch = watch;
    this.standard = new StandardHeaders(hosts.isSecure());
    this.ofJson =
        standard.addTo(new Response(200, Response.OF_JSON, Content.NONE), Audience.JSON).headers();
  }

  public List<Route> all() {
    return routes;
  }

  /**
   * The reader of a refusal. The headers tell the language of a person. {@code address}: the
   * published one, if the request came to another.
   */
  private record Reader(Audience face, Headers headers, Optional<String> address) {
    Reader(Audience face, Headers headers) {
      this(face, headers, Optional.empty());
    }

    Reader atWrongAddress(String published) {
      return new Reader(face, headers, Optional.of(published));
    }
  }

  /** What happens to a request, decided from its head alone. */
  public sealed interface Plan permits Refused, Call {}

  public record Refused(Response response) implements Plan {}

  public Plan plan(Incoming head) {
    List<Route> here = at(head.path());
    var reader = new Reader(faceOf(here, head.path()), head.headers());
    Optional<Refusal> refusal = refuse(head, here);
    String method = head.isHead() ? "GET" : head.method();
    if (refusal.isPresent()) {
      Optional<Route> page =
          refusal.get().equals(NOT_FOUND) && reader.face() == Audience.PAGE
              ? refusalPages.notFound(head.headers()).filter(route -> route.method().equals(method))
              : Optional.empty();
      return page.<Plan>map(route -> new Call(this, route, head))
          .orElseGet(() -> refused(head, here, reader, refusal.get()));
    }
    for (Route route : here) {
      if (route.method().equals(method) || route.method().equals("*")) {
        return new Call(this, route, head);
      }
    }
    Refusal notAllowed =
        Refusal.notAllowed(here.stream().map(Route::method).toList())
            .hinting(here.stream().map(Route::hint).collect(Collectors.joining()));
    return new Refused(finished(here, reader.face(), refuse(reader, notAllowed)));
  }

  private Plan refused(Incoming head, List<Route> here, Reader reader, Refusal refusal) {
    boolean isMisdirected = refusal.equals(UNKNOWN_HOST) || refusal.equals(INSECURE);
    Reader told = isMisdirected ? reader.atWrongAddress(hosts.baseUrl(head.peer().port())) : reader;
    return new Refused(finished(here, reader.face(), refuse(told, refusal)));
  }

  /**
   * The refusal of something that never became a request. {@code path} is empty if none could be
   * read; then the refusal is written for a program.
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
    if (faceOf(here, head.path()) == Audience.PROBE) {
      return Optional.empty();
    }
    String socket = head.peer().address();
    if (!hosts.accepts(host(head), head.peer().port())) {
      return Optional.of(UNKNOWN_HOST);
    }
    if (hosts.isSecure()
        && !head.peer().isTls()
        && !proxies.get().wasForwardedByHttps(socket, head.headers())) {
      return Optional.of(INSECURE);
    }
    Optional<Refusal> tooFast =
        addressGate.get().refuse(proxies.get().caller(socket, head.headers()));
    if (tooFast.isPresent()) {
      return tooFast;
    }
    return here.isEmpty() ? Optional.of(NOT_FOUND) : Optional.empty();
  }

  /**
   * The host of the request. HTTP/1.0 need not name one (RFC 9112 3.3); then the published host is
   * meant.
   */
  private String host(Incoming head) {
    String named = proxies.get().host(head.peer().address(), head.headers());
    return named.isEmpty() && head.headers().all("Host").isEmpty()
        ? hosts.authority(head.peer().port())
        : named;
  }

  /** Runs an act that may fail, and turns an error into a refusal. */
  <T> T guarded(Call call, Supplier<T> act, Function<Response, T> refused) {
    try {
      return act.get();
    } catch (TooBusy busy) {
      // This level is off by default. Under overload there would be as many lines as
      // requests.
      LOG.log(System.Logger.Level.DEBUG, busy.getMessage());
      return refused.apply(refuse(call, Refusal.unavailable()));
    } catch (RightsChanged changed) {
      return refused.apply(refuse(call, RIGHTS_CHANGED));
    } catch (StorageFault fault) {
      storageFaults.add(fault, named(call.head()));
      return refused.apply(refuse(call, Refusal.unavailable()));
    } catch (RuntimeException | StackOverflowError broken) {
      LOG.log(System.Logger.Level.ERROR, "unexpected" + named(call.head()), broken);
      return refused.apply(
          refuse(
              call,
              new Refusal(
                  500,
                  "server_error",
                  "An internal error occurred. The request was not at fault.")));
    }
  }

  /** For a line of the log, if requests have ids. */
  private static String named(Incoming head) {
    return head.correlation().requestId().map(id -> " (request " + id + ")").orElse("");
  }

  Response refuse(Call call, Refusal refusal) {
    return refuse(new Reader(call.route().face(), call.head().headers()), refusal);
  }

  Request request(Call call, Form query, Body body) {
    Incoming head = call.head();
    String caller = proxies.get().caller(head.peer().address(), head.headers());
    return new Request(
        head.method(),
        head.path(),
        head.query(),
        query,
        head.headers(),
        call.route().pattern().match(head.path()).orElse(Map.of()),
        body,
        hosts.baseUrl(head.peer().port()),
        new RequestMoment(clock.instant(), caller, AddressGate.network(caller))
            .identified(head.correlation().requestId()),
        head.peer());
  }

  Response finished(Call call, Response response) {
    return finished(List.of(call.route()), call.route().face(), response);
  }

  void count(Route route, int status) {
    watch.answered(route.pattern().toString(), status);
  }

  /** The same request with what its records are found by. */
  public Incoming correlated(Incoming head) {
    return correlations.correlated(head, clock.instant());
  }

  /** Notes how long an answer took, from the head of its request until it was sent. */
  public void sent(Incoming head, Optional<Call> call, int status, long nanos) {
    if (watch.isTiming()) {
      String path = call.map(found -> found.route().pattern().toString()).orElse(NO_ROUTE);
      watch.sent(new ResponseListener.Sent(path, head, status, nanos));
    }
  }

  public InstantSource clock() {
    return clock;
  }

  private List<Route> at(String path) {
    List<Route> known = literal.get(path);
    return known == null
        ? matching(open.getOrDefault(PathPattern.first(path), everywhere), path)
        : known;
  }

  private static List<Route> beginning(List<Route> routes, String first) {
    return routes.stream()
        .filter(route -> route.pattern().isOpenAtFirst() || route.pattern().first().equals(first))
        .toList();
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

  private static Audience faceOf(List<Route> here, String path) {
    if (!here.isEmpty()) {
      return here.getFirst().face();
    }
    return path.isEmpty()
            || path.startsWith("/oauth2/")
            || path.startsWith("/openapi/")
            || path.startsWith("/api/")
            || path.startsWith("/.well-known/")
        ? Audience.JSON
        : Audience.PAGE;
  }

  private Response refuse(Reader reader, Refusal refusal) {
    return switch (reader.face()) {
      case JSON, PROBE -> refusal.json();
      case GATEWAY_CHECK -> refusal.verdict();
      case PAGE ->
          refusalPages
              .page(refusal, Languages.of(reader.headers(), hosts.isSecure()), reader.address())
              .with(refusal.headers());
    };
  }

  /**
   * Completes an answer; every answer passes through this method. It adds the standard headers to
   * Latchkey's own answers. The answer of a service stays as it is.
   */
  @SuppressWarnings("ReferenceEquality") // Equal lists lead to equal answers, only more slowly.
  private Response finished(List<Route> here, Audience face, Response response) {
    if (response.content() instanceof Content.Relayed) {
      return response;
    }
    watch.answered(
        here.isEmpty() ? NO_ROUTE : here.getFirst().pattern().toString(), response.status());
    return response.headers() == Response.OF_JSON && face != Audience.PAGE
        ? new Response(response.status(), ofJson, response.content(), response.note())
        : standard.addTo(response, face);
  }
}
