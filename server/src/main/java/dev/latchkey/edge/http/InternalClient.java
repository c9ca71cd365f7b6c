package dev.latchkey.edge.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Sends requests to routes of this server, inside the process. They pass the same checks and reach
 * the same handlers as requests from the network. No connection is opened and no host is looked up,
 * so a request of this client can reach nothing but these routes.
 */
public record InternalClient(Routes routes) {
  /**
   * The headers that say for which host, from which address and how securely a request came. They
   * are copied from the request of the person who asks, so that limits count for this person.
   */
  private static final List<String> COPIED =
      List.of("Host", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto");

  /**
   * A request to send.
   *
   * @param path with its query
   */
  public record Sent(String method, String path, List<Header> headers, String body) {
    public Sent {
      headers = List.copyOf(headers);
    }

    public static Sent get(String path, Header... headers) {
      return new Sent("GET", path, List.of(headers), "");
    }

    public static Sent form(String path, Map<String, String> fields) {
      return post(path, "application/x-www-form-urlencoded", Form.of(fields).encoded());
    }

    public static Sent json(String path, String body) {
      return post(path, "application/json", body);
    }

    private static Sent post(String path, String type, String body) {
      return new Sent("POST", path, List.of(new Header("Content-Type", type)), body);
    }
  }

  public record Received(int status, List<Header> headers, String body) {
    public Received {
      headers = List.copyOf(headers);
    }
  }

  /**
   * Returns empty if a service behind the gateway would have to answer. Such a call is not
   * forwarded.
   */
  public Optional<Received> send(Sent sent, Request asking) {
    byte[] body = sent.body().getBytes(StandardCharsets.UTF_8);
    Response response =
        switch (routes.plan(head(sent, body.length, asking))) {
          case Routes.Refused refused -> refused.response();
          case Call call -> refusal(call, body).orElseGet(call::answer);
        };
    return body(response.content())
        .map(text -> new Received(response.status(), response.headers(), text));
  }

  /** A route that reads no body is not asked about its type, as in {@code http.netty}. */
  private static Optional<Response> refusal(Call call, byte[] body) {
    return call.readsBody() ? call.refuseUnread().or(() -> call.receive(body)) : call.receive();
  }

  private static Incoming head(Sent sent, int length, Request asking) {
    int query = sent.path().indexOf('?');
    return new Incoming(
        sent.method(),
        query < 0 ? sent.path() : sent.path().substring(0, query),
        query < 0 ? "" : sent.path().substring(query + 1),
        Fields.of(sent.headers(), asking.headers()),
        asking.peer(),
        OptionalLong.of(length));
  }

  private static Optional<String> body(Content content) {
    return switch (content) {
      case Content.Whole whole -> Optional.of(new String(whole.bytes(), StandardCharsets.UTF_8));
      case Content.Streamed streamed -> Optional.of(read(streamed));
      case Content.Relayed _ -> Optional.empty();
    };
  }

  private static String read(Content.Streamed streamed) {
    try (var source = streamed.source()) {
      return new String(source.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private record Fields(Map<String, List<String>> values) implements Headers {
    static Fields of(List<Header> sent, Headers asking) {
      var values = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
      for (String name : COPIED) {
        if (!asking.all(name).isEmpty()) {
          values.put(name, asking.all(name));
        }
      }
      for (Header header : sent) {
        values.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header.value());
      }
      return new Fields(values);
    }

    @Override
    public List<String> names() {
      return List.copyOf(values.keySet());
    }

    @Override
    public List<String> all(String name) {
      return values.getOrDefault(name, List.of());
    }
  }
}
