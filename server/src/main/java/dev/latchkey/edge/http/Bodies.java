package dev.latchkey.edge.http;

import dev.latchkey.edge.http.upload.Multipart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads bodies. A body must have a content type that the route accepts, it must not be too long,
 * and all of it must be well-formed.
 */
final class Bodies {
  static final Refusal MALFORMED = Refusal.invalidRequest("The body is not well-formed HTTP.");
  private static final Refusal TOO_MANY_FIELDS =
      new Refusal(413, "invalid_request", "The form has more than " + Form.MAX_FIELDS + " fields.");

  private Bodies() {}

  sealed interface Outcome {}

  record Read(Body body) implements Outcome {}

  record Unusable(Refusal refusal) implements Outcome {}

  /**
   * Refuses a body that the head of the request already shows to be unacceptable, before any of it
   * has arrived.
   */
  static Optional<Refusal> refuse(Set<Body.Kind> kinds, Incoming incoming) {
    if (kind(kinds, incoming).isEmpty()) {
      return Optional.of(typeNotAccepted(kinds));
    }
    return incoming.length().orElse(0) > maxBytes(kinds, incoming)
        ? Optional.of(tooLong(kinds, incoming))
        : Optional.empty();
  }

  /** How long a body of this request can be. */
  static int maxBytes(Set<Body.Kind> kinds, Incoming incoming) {
    return kind(kinds, incoming).map(Body.Kind::maxBytes).orElse(0);
  }

  static Refusal tooLong(Set<Body.Kind> kinds, Incoming incoming) {
    return new Refusal(
        413,
        "invalid_request",
        "The body is longer than %d KiB.".formatted(maxBytes(kinds, incoming) / 1_024));
  }

  static Outcome read(Set<Body.Kind> kinds, Incoming incoming, byte[] bytes) {
    Optional<Body.Kind> kind = kind(kinds, incoming);
    if (kind.isEmpty()) {
      return new Unusable(typeNotAccepted(kinds));
    }
    if (kind.get() == Body.Kind.FORM && fields(bytes) > Form.MAX_FIELDS) {
      return new Unusable(TOO_MANY_FIELDS);
    }
    Optional<? extends Body> body =
        switch (kind.get()) {
          case FORM -> Form.strict(bytes).flatMap(Form::parse).map(Body.OfForm::new);
          case JSON -> Form.strict(bytes).flatMap(Bodies::json);
          case UPLOAD -> upload(incoming, bytes);
          case IMAGE -> Optional.of(new Body.OfImage(bytes));
        };
    return body.isPresent()
        ? new Read(body.get())
        : new Unusable(Refusal.invalidRequest("The body is not well-formed."));
  }

  private static Optional<Body.OfJson> json(String text) {
    return Json.parse(text)
        .filter(_ -> !Json.containsNul(text))
        .map(tree -> new Body.OfJson(tree, text.length()));
  }

  private static Optional<Body.OfUpload> upload(Incoming incoming, byte[] bytes) {
    return Multipart.boundary(incoming.headers().only("Content-Type").orElse(""))
        .flatMap(boundary -> Multipart.parse(bytes, boundary))
        .flatMap(Bodies::upload);
  }

  /** Each name once, and one file at most. */
  private static Optional<Body.OfUpload> upload(List<Multipart.Part> parts) {
    var fields = new LinkedHashMap<String, String>();
    Optional<byte[]> file = Optional.empty();
    for (Multipart.Part part : parts) {
      Optional<String> text =
          part.isFile()
              ? Optional.of("")
              : Form.strict(part.content()).filter(sent -> sent.indexOf('\0') < 0);
      if (text.isEmpty()
          || fields.put(part.name(), text.get()) != null
          || (part.isFile() && file.isPresent())) {
        return Optional.empty();
      }
      file = part.isFile() ? Optional.of(part.content()) : file;
    }
    return Optional.of(new Body.OfUpload(Form.of(fields), file.orElse(new byte[0])));
  }

  private static Refusal typeNotAccepted(Set<Body.Kind> kinds) {
    String accepted =
        kinds.stream()
            .sorted()
            .flatMap(kind -> kind.mediaTypes().stream())
            .collect(Collectors.joining(" or "));
    return new Refusal(
        415, "invalid_request", "This content type is not accepted here. Send " + accepted + ".");
  }

  private static Optional<Body.Kind> kind(Set<Body.Kind> kinds, Incoming incoming) {
    String contentType = incoming.headers().only("Content-Type").orElse("");
    for (Body.Kind allowed : kinds) {
      if (allowed.matches(contentType)) {
        return Optional.of(allowed);
      }
    }
    return Optional.empty();
  }

  private static int fields(byte[] form) {
    int fields = 1;
    for (byte octet : form) {
      fields += octet == '&' ? 1 : 0;
    }
    return fields;
  }
}
