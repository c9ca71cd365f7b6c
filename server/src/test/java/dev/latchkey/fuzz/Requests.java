package dev.latchkey.fuzz;

import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.RequestMoment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Builds requests as an endpoint receives them, for the code that parses them further. */
public final class Requests {
  public static final String BASE_URL = "https://latchkey.example";
  public static final Instant AT = Instant.parse("2026-11-20T12:00:00Z");

  private static final String CALLER = "192.0.2.1";

  private Requests() {}

  public static Request of(Headers headers, Form query, Body body) {
    return new Request(
        "POST",
        "/",
        query.encoded(),
        query,
        headers,
        Map.of(),
        body,
        BASE_URL,
        new RequestMoment(AT, CALLER),
        new Incoming.Peer(CALLER, 443, true));
  }

  public static Request with(Headers headers) {
    return of(headers, Form.EMPTY, new Body.Unread(OptionalLong.of(0)));
  }

  public static Request asking(Form query) {
    return of(new SentHeaders(List.of()), query, new Body.Unread(OptionalLong.of(0)));
  }
}
