package dev.latchkey.harness.event;

import com.sun.net.httpserver.HttpServer;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.app.config.Settings;
import dev.latchkey.edge.http.Json;
import dev.latchkey.harness.Poll;
import dev.latchkey.model.event.WebhookRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import tools.jackson.databind.JsonNode;

/** A receiver of events on this machine. It keeps every message that it gets. */
public final class EventReceiver implements AutoCloseable {
  public static final String HOST = "localhost";

  private final List<Message> messages = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile boolean isKeeping = true;
  private volatile ToIntFunction<Message> answer = message -> 204;

  public record Message(String id, String timestamp, String signature, String body) {
    public String type() {
      return json().path("type").stringValue("");
    }

    public JsonNode data() {
      return json().path("data");
    }

    private JsonNode json() {
      return Json.parse(body).orElseThrow();
    }
  }

  public EventReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          var headers = exchange.getRequestHeaders();
          var message =
              new Message(
                  headers.getFirst("webhook-id"),
                  headers.getFirst("webhook-timestamp"),
                  headers.getFirst("webhook-signature"),
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          if (isKeeping) {
            messages.add(message);
          }
          byte[] body = "got it".getBytes(StandardCharsets.UTF_8);
          int status = answer.applyAsInt(message);
          exchange.sendResponseHeaders(status, status == 204 ? -1 : body.length);
          try (var out = exchange.getResponseBody()) {
            if (status != 204) {
              out.write(body);
            }
          }
        });
    server.start();
  }

  /** Settings with which receivers on this machine may be called. */
  public static Settings allowed(Settings settings) {
    var rules = new WebhookRules(Set.of(HOST), Optional.empty());
    return settings.with(ExternalServices.signIn().with(rules));
  }

  public String url() {
    return "http://" + HOST + ":" + server.getAddress().getPort() + "/events";
  }

  public void answer(int status) {
    answer = message -> status;
  }

  public void answer(ToIntFunction<Message> each) {
    answer = each;
  }

  /** For so many messages that keeping them would need much memory. */
  public void keepNothing() {
    isKeeping = false;
  }

  public List<Message> messages() {
    return List.copyOf(messages);
  }

  /** The messages of a type, after so many have arrived. */
  public List<Message> await(String type, int count) {
    Poll.until(() -> of(type).size() >= count, count + " of " + type + " in " + messages);
    return of(type);
  }

  public List<Message> of(String type) {
    return messages.stream().filter(message -> message.type().equals(type)).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
