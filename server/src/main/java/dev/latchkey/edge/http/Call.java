package dev.latchkey.edge.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request for which a route was found. An error while it is answered becomes a response; no
 * method here throws.
 */
public final class Call implements Routes.Plan {
  private static final byte[] NO_BODY = {};

  private final Routes routes;
  private final Route route;
  private final Incoming head;
  private @Nullable Request request;

  Call(Routes routes, Route route, Incoming head) {
    this.routes = routes;
    this.route = route;
    this.head = head;
  }

  Route route() {
    return route;
  }

  public Incoming head() {
    return head;
  }

  public Route.Work work() {
    return route.work();
  }

  /** Whether the whole body must have arrived before the handler can run. */
  public boolean readsBody() {
    return !route.bodies().isEmpty();
  }

  /** How long its body can be. */
  public int maxBodyBytes() {
    return Bodies.maxBytes(route.bodies(), head);
  }

  /**
   * Refuses a body that the head of the request already shows to be unacceptable, before any of it
   * has arrived.
   */
  public Optional<Response> refuseUnread() {
    return Bodies.refuse(route.bodies(), head).map(this::refused);
  }

  public Response bodyTooLong() {
    return refused(Bodies.tooLong(route.bodies(), head));
  }

  public Response bodyMalformed() {
    return refused(Bodies.MALFORMED);
  }

  public Response unavailable() {
    return refused(Refusal.unavailable());
  }

  /**
   * Accepts the request. It must be called once, before any answer is asked for. Returns a refusal
   * if the request cannot be parsed.
   */
  public Optional<Response> receive() {
    return receive(NO_BODY);
  }

  /** Accepts the request together with its whole body. */
  public Optional<Response> receive(byte[] body) {
    return routes.guarded(this, () -> received(body), Optional::of);
  }

  private Optional<Response> received(byte[] bytes) {
    if (Form.hasTooManyFields(head.query())) {
      return Optional.of(
          refused(
              Refusal.invalidRequest("The query has more than " + Form.MAX_FIELDS + " fields.")));
    }
    Optional<Form> query = Form.parse(head.query());
    if (query.isEmpty()) {
      return Optional.of(refused(Refusal.invalidRequest("The query is not well-formed UTF-8.")));
    }
    Body body;
    if (readsBody()) {
      switch (Bodies.read(route.bodies(), head, bytes)) {
        case Bodies.Unusable unusable -> {
          return Optional.of(refused(unusable.refusal()));
        }
        case Bodies.Read read -> body = read.body();
      }
    } else {
      body = new Body.Unread(head.length());
    }
    request = routes.request(this, query.get(), body);
    return Optional.empty();
  }

  /** Runs the handler. It may block, unless the work of the route is immediate. */
  public Response answer() {
    return routes.finished(
        this,
        routes.guarded(this, () -> request().moment().during(this::handled), refusal -> refusal));
  }

  private Response handled() {
    return switch (route.work()) {
      case Route.Work.Waiting waiting -> waiting.handler().answer(request());
      case Route.Work.Immediate immediate -> immediate.handler().answer(request());
      case Route.Work.MemoryFirst first -> first.handler().answer(request());
    };
  }

  /** Returns the answer from memory, or empty if memory cannot decide. Never blocks. */
  public Optional<Response> answer(Route.FromMemory memory) {
    return routes
        .guarded(this, () -> memory.answer(request()), Optional::of)
        .map(response -> routes.finished(this, response));
  }

  /** Counts an answer that came from a service. */
  public void relayed(int status) {
    routes.count(route, status);
  }

  /** Completes an answer that is sent instead of a service's answer. */
  public Response insteadOfRelay(Response response) {
    return routes.finished(this, response);
  }

  /** What the parsed request holds until it has been answered, in bytes. */
  public long heldBytes() {
    Request received = request;
    return received == null ? 0 : received.query().heldBytes() + received.body().heldBytes();
  }

  private Response refused(Refusal refusal) {
    return routes.finished(this, routes.refuse(this, refusal));
  }

  private Request request() {
    Request received = request;
    if (received == null) {
      throw new IllegalStateException("nothing has been received yet");
    }
    return received;
  }
}
