package dev.latchkey.edge.http;

import dev.latchkey.model.Authority;
import dev.latchkey.model.Language;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Resource;
import java.util.Map;
import java.util.Optional;

/**
 * A request for a known route, with its body parsed as the route says. {@code path} is as it was
 * sent, never decoded. {@code moment} contains the address of the caller; {@code peer} is the other
 * end of the connection, which may be a proxy.
 */
public record Request(
    String method,
    String path,
    String rawQuery,
    Form query,
    Headers headers,
    Map<String, String> segments,
    Body body,
    String baseUrl,
    RequestMoment moment,
    Incoming.Peer peer) {

  public Form form() {
    return switch (body) {
      case Body.OfForm form -> form.form();
      case Body.OfUpload upload -> upload.form();
      case Body.OfJson _, Body.OfImage _, Body.Unread _ -> Form.EMPTY;
    };
  }

  /** The file or the image that was sent; empty if there is none. */
  public byte[] file() {
    return switch (body) {
      case Body.OfUpload upload -> upload.file();
      case Body.OfImage image -> image.bytes();
      case Body.OfForm _, Body.OfJson _, Body.Unread _ -> new byte[0];
    };
  }

  /** The body of a request to a route that parses none. It may be relayed. */
  public Body.Unread unread() {
    if (body instanceof Body.Unread unread) {
      return unread;
    }
    throw new IllegalStateException("the body has been read already, because the route parses it");
  }

  public Optional<String> cookie(String name) {
    return Cookies.find(headers, name);
  }

  /**
   * Whether the published address is https. Then cookies and headers are marked for https only
   * (rule 5.4).
   */
  public boolean isSecure() {
    return baseUrl.startsWith("https://");
  }

  public Language language() {
    return Languages.of(headers, isSecure());
  }

  /** The published address of the open interface. */
  public String openInterface() {
    return Resource.OPEN_INTERFACE.address(baseUrl);
  }

  public Request in(Authority authority) {
    return new Request(
        method,
        path,
        rawQuery,
        query,
        headers,
        segments,
        body,
        baseUrl,
        moment.in(authority),
        peer);
  }

  public Request withSegments(Map<String, String> found) {
    return new Request(method, path, rawQuery, query, headers, found, body, baseUrl, moment, peer);
  }
}
