package dev.latchkey.protocol.authorize;

import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Secret;
import dev.latchkey.model.token.SealedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Authorization requests between their arrival and the user's decision. They are not stored: each
 * request is encrypted, and its browser carries it along. So strangers cannot fill the store with
 * requests (docs/decisions/0005).
 */
public record PendingRequests(KeySeal seal, Limits limits, RandomGenerator random) {
  /**
   * All requests are sealed for the same purpose, under a key that is used for nothing else, so
   * they need no individual id.
   */
  private static final String SEAL_ID = "";

  /** Separates the parts of the content. No parameter contains this character ({@link Form}). */
  private static final String NUL = "\0";

  /** The request that a browser brings back. */
  sealed interface Brought {
    record Pending(Id.Request id, Form parameters, Instant expiresAt) implements Brought {}

    /**
     * The request has expired, or it was not sealed by Latchkey. The user has to start again at the
     * app.
     */
    record Over() implements Brought {}

    /** The request belongs to another browser. */
    record Foreign() implements Brought {}
  }

  /** Seals a request. Empty if it is too long for a browser to carry. */
  Optional<SealedRequest> seal(Form parameters, Secret.Browser browser, Instant now) {
    Id.Request id = Id.REQUEST.draw(random);
    return seal(new Brought.Pending(id, parameters, now.plus(limits.request())), browser);
  }

  Optional<SealedRequest> seal(Brought.Pending request, Secret.Browser browser) {
    var content =
        new ArrayList<>(
            List.of(
                request.id.value(),
                hashOf(browser),
                Long.toString(request.expiresAt.toEpochMilli())));
    request
        .parameters
        .values(AuthorizationRequest.KEPT)
        .forEach((name, value) -> content.addAll(List.of(name, value)));
    byte[] sealed = seal.close(SEAL_ID, String.join(NUL, content).getBytes(StandardCharsets.UTF_8));
    return SealedRequest.parse(Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  Brought open(SealedRequest sealed, Secret.Browser browser, Instant now) {
    return content(sealed)
        .map(content -> judge(content, browser, now))
        .orElseGet(Brought.Over::new);
  }

  private static Brought judge(List<String> content, Secret.Browser browser, Instant now) {
    if (!content.get(1).equals(hashOf(browser))) {
      return new Brought.Foreign();
    }
    Instant expiresAt = Instant.ofEpochMilli(Long.parseLong(content.get(2)));
    if (!expiresAt.isAfter(now)) {
      return new Brought.Over();
    }
    var parameters = new LinkedHashMap<String, String>();
    for (int i = 3; i < content.size(); i += 2) {
      parameters.put(content.get(i), content.get(i + 1));
    }
    return new Brought.Pending(new Id.Request(content.getFirst()), Form.of(parameters), expiresAt);
  }

  private Optional<List<String>> content(SealedRequest sealed) {
    try {
      return seal.open(SEAL_ID, Base64.getUrlDecoder().decode(sealed.text()))
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .map(text -> List.of(text.split(NUL, -1)));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  private static String hashOf(Secret.Browser browser) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(browser.hash().bytes());
  }
}
