package dev.latchkey.edge.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An answer. {@code note} learns when it has been sent. */
public record Response(int status, List<Header> headers, Content content, Optional<Note> note) {
  /** Learns how the answer to one request ended, for a record of that request. It never waits. */
  @FunctionalInterface
  public interface Note {
    void ended(Ended ended);
  }

  /**
   * An answer has been sent, or its connection is gone.
   *
   * @param head of the request, with its id and its trace if it has them
   * @param status 0 if no answer was begun
   * @param nanos since the head of the request had arrived
   * @param bytes of the body that were sent
   */
  public record Ended(Incoming head, int status, long nanos, long bytes) {}

  /** One shared list for all JSON answers, so that what is derived from it can be cached. */
  static final List<Header> OF_JSON = List.of(new Header("Content-Type", "application/json"));

  public Response {
    headers = List.copyOf(headers);
  }

  public Response(int status, List<Header> headers, Content content) {
    this(status, headers, content, Optional.empty());
  }

  public Response noted(Note other) {
    return new Response(status, headers, content, Optional.of(other));
  }

  public static Response json(int status, JsonNode tree) {
    return json(status, Json.bytes(tree));
  }

  public static Response json(int status, byte[] body) {
    return new Response(status, OF_JSON, new Content.Whole(body));
  }

  public static Response html(int status, String page) {
    return new Response(
        status,
        List.of(new Header("Content-Type", "text/html; charset=utf-8")),
        new Content.Whole(page.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * A redirect: 302 after a GET, 303 after a POST. 307 is never used, because a browser would send
   * the form on (RFC 9700 4.12).
   */
  public static Response redirect(int status, String location) {
    return new Response(status, List.of(new Header("Location", location)), Content.NONE);
  }

  public Response with(Header... more) {
    return with(List.of(more));
  }

  public Response with(List<Header> more) {
    var all = new ArrayList<Header>(headers.size() + more.size());
    all.addAll(headers);
    all.addAll(more);
    return new Response(status, all, content, note);
  }

  public Response with(String name, String value) {
    return with(new Header(name, value));
  }

  public Response without(String name) {
    return new Response(
        status,
        headers.stream().filter(header -> !header.name().equalsIgnoreCase(name)).toList(),
        content,
        note);
  }

  public boolean has(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  /** How far the answer to one request has been sent, for the records of the request. */
  public static final class Progress {
    private final Routes routes;
    private final Incoming head;
    private final long begunAt = System.nanoTime();
    private int status;
    private long bytes;
    private Optional<Note> note = Optional.empty();

    public Progress(Routes routes, Incoming head) {
      this.routes = routes;
      this.head = head;
    }

    /** A response that replaces another one is an answer to the same request. */
    public void noted(Response response) {
      note = response.note.or(() -> note);
    }

    public void begun(int itsStatus) {
      status = itsStatus;
    }

    public void whole(int itsStatus, Content.Whole content) {
      status = itsStatus;
      bytes = head.isHead() ? 0 : content.bytes().length;
    }

    public void part(int length) {
      bytes += length;
    }

    /** {@code call}: none for a request without a route. */
    public void sent(@Nullable Call call) {
      long nanos = System.nanoTime() - begunAt;
      routes.sent(head, Optional.ofNullable(call), status, nanos);
      note.ifPresent(of -> of.ended(new Ended(head, status, nanos, bytes)));
    }

    /** The answer was not sent completely. */
    public void cut() {
      long nanos = System.nanoTime() - begunAt;
      note.ifPresent(of -> of.ended(new Ended(head, status, nanos, bytes)));
    }
  }
}
