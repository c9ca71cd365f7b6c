package dev.latchkey.app.demo;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Receives the events of the webhooks of the demo. It keeps nothing. Now and then it is too busy,
 * so that the demo shows events that are sent a second time.
 */
public final class EventReceiver {
  private static final String PATH = "/demo/events/";
  private static final int ONE_IN = 9;

  private final AtomicInteger received = new AtomicInteger();

  /** Where the receivers are, without their names. {@code origin}: of this server. */
  public static String address(String origin) {
    return origin + PATH;
  }

  public List<Route> routes() {
    return List.of(Route.open("POST", PATH + "{name}", this::receive, Body.Kind.JSON));
  }

  private Response receive(Request request) {
    if (Optional.ofNullable(request.segments().get("name"))
        .filter("old-board"::equals)
        .isPresent()) {
      return Response.json(410, Json.object().put("error", "this board was switched off"));
    }
    return received.incrementAndGet() % ONE_IN == 0
        ? Response.json(503, Json.object().put("error", "too busy, try again"))
        : new Response(204, List.of(), Content.NONE);
  }
}
