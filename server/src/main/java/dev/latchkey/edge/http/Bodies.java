package dev.latchkey.edge.http;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads bodies. A body must have a content type that the route accepts, it must not be too long,
 * and all of it must be well-formed.
 */
final class Bodies {
  static final Refusal TOO_LONG =
      new Refusal(413, "invalid_request", "The body is longer than 64 KiB.");
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
    return incoming.length().orElse(0) > Routes.BODY_BYTES
        ? Optional.of(TOO_LONG)
        : Optional.empty();
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
        Form.strict(bytes)
            .flatMap(text ->
                switch (kind.get()) {
                  case FORM -> Form.parse(text).map(Body.OfForm::new);
                  case JSON ->
                      Json.parse(text)
                          .filter(tree -> !Json.containsNul(text))
                          .map(tree -> new Body.OfJson(tree, text.length()));
                });
    return body.isPresent()
        ? new Read(body.get())
        : new Unusable(Refusal.invalidRequest("The body is not well-formed."));
  }

  private static Refusal typeNotAccepted(Set<Body.Kind> kinds) {
    String accepted =
        kinds.stream().sorted().map(Body.Kind::mediaType).collect(Collectors.joining(" or "));
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
