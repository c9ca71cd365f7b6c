package dev.latchkey.edge.http;

import dev.latchkey.model.Language;
import java.util.Optional;

/** The pages that tell a person why a request was refused before it reached a page. */
@FunctionalInterface
public interface RefusalPages {
  /**
   * {@code address}: the published address of the server, if the request was refused because it
   * came to another one.
   */
  Response page(Refusal refusal, Language language, Optional<String> address);

  /**
   * The route that answers a person who seems to be signed in and asks for a page that does not
   * exist. Empty for all other callers, because this route may ask the store.
   */
  default Optional<Route> notFound(Headers headers) {
    return Optional.empty();
  }
}
