package dev.latchkey.protocol.introspect;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Actors;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.checks.TokenChecks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the fields of contract 2.3, and {@code aud} of a token that was requested for a resource.
 * A field that does not apply is omitted: a token that does not expire has no {@code exp}.
 *
 * <p>The answers for tokens of the same credential and team differ only in the subject and the
 * expiry. So the text between the two and after them is written once and cached. The cache has a
 * fixed number of slots; a new entry replaces the earlier one in its slot.
 */
final class IntrospectionJson {
  private static final int SLOTS = 1_024;
  private static final byte[] START = ascii("{\"active\":true,\"sub\":\"");
  private static final byte[] EXPIRY = ascii(",\"exp\":");

  private final AtomicReferenceArray<@Nullable Shared> cache = new AtomicReferenceArray<>(SLOTS);

  @SuppressWarnings("ReferenceEquality") // Equal claims are written again, with the same text.
  private Shared shared(SharedClaims claims, Scopes.Separator separator) {
    // Each separator has half of the slots, so it need not be compared.
    int half = separator == Scopes.Separator.COMMA ? 0 : 1;
    int slot = (2 * System.identityHashCode(claims) + half) & (SLOTS - 1);
    Shared known = cache.get(slot);
    if (known == null || known.claims != claims) {
      known = Shared.of(claims, separator);
      cache.set(slot, known);
    }
    return known;
  }

  /** The text between subject and expiry, and the text after the expiry. */
  private record Shared(SharedClaims claims, byte[] middle, byte[] end) {
    static Shared of(SharedClaims claims, Scopes.Separator separator) {
      return new Shared(claims, middle(claims, separator), end(claims));
    }

    private static byte[] middle(SharedClaims claims, Scopes.Separator separator) {
      byte[] object =
          Json.write(json -> {
            scope(json, claims.scope(), separator);
            json.writeStringProperty("client_id", claims.client().value());
            json.writeStringProperty("token_type", "Bearer");
          });
      return between("\",", object, "");
    }

    private static byte[] end(SharedClaims claims) {
      byte[] object =
          Json.write(json -> {
            claims.team().ifPresent(team -> json.writeStringProperty("team_id", team.value()));
            json.writeStringProperty("org_id", claims.organization().value());
          });
      return between(",", object, "}");
    }

    /** The fields of a JSON object, without its braces. */
    private static byte[] between(String before, byte[] object, String after) {
      String text = new String(object, StandardCharsets.UTF_8);
      return (before + text.substring(1, text.length() - 1) + after)
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  /** {@code baseUrl} is the published address, with which the address of a resource begins. */
  byte[] write(LiveToken live, Scopes.Separator separator, String baseUrl) {
    byte[] json = write(live, separator);
    return live.shared()
        .resource()
        .map(resource -> withAudience(json, resource.address(baseUrl)))
        .orElse(json);
  }

  private static byte[] withAudience(byte[] json, String audience) {
    byte[] aud = Json.write(end -> end.writeStringProperty("aud", audience));
    aud[0] = ',';
    byte[] all = Arrays.copyOf(json, json.length - 1 + aud.length);
    put(aud, all, json.length - 1);
    return all;
  }

  byte[] write(LiveToken live, Scopes.Separator separator) {
    return live.root() instanceof TokenRoot.Child child
        ? write(live, child.actors(), separator)
        : join(live, separator);
  }

  private byte[] join(LiveToken live, Scopes.Separator separator) {
    Shared shared = shared(live.shared(), separator);
    byte[] subject = ascii(live.subject().value());
    byte[] expiry =
        switch (live.life()) {
          case TokenLife.Until until -> ascii(Long.toString(until.deadline().getEpochSecond()));
          case TokenLife.UntilRevoked _ -> new byte[0];
        };
    int expiryLength = expiry.length == 0 ? 0 : EXPIRY.length + expiry.length;
    var json =
        new byte
            [START.length
                + subject.length
                + shared.middle.length
                + expiryLength
                + shared.end.length];
    int at = put(START, json, 0);
    at = put(subject, json, at);
    at = put(shared.middle, json, at);
    if (expiry.length > 0) {
      at = put(EXPIRY, json, at);
      at = put(expiry, json, at);
    }
    put(shared.end, json, at);
    return json;
  }

  private static int put(byte[] part, byte[] into, int at) {
    System.arraycopy(part, 0, into, at, part.length);
    return at + part.length;
  }

  /** Encodes an id or a number. They contain no character that JSON would have to escape. */
  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The answer for a child token. It is not cached in parts, because few tokens have the scope of a
   * child token.
   */
  private static byte[] write(LiveToken live, Actors actors, Scopes.Separator separator) {
    SharedClaims claims = live.shared();
    return Json.write(json -> {
      json.writeBooleanProperty("active", true);
      subject(json, live.subject());
      scope(json, claims.scope(), separator);
      json.writeStringProperty("client_id", claims.client().value());
      json.writeStringProperty("token_type", "Bearer");
      if (live.life() instanceof TokenLife.Until until) {
        expires(json, until.deadline());
      }
      claims.team().ifPresent(team -> json.writeStringProperty("team_id", team.value()));
      json.writeStringProperty("org_id", claims.organization().value());
      act(json, actors);
    });
  }

  /** The current actor, with the actors before it inside (RFC 8693 4.1). */
  private static void act(JsonGenerator json, Actors actors) {
    for (String name : actors.names().reversed()) {
      json.writeObjectPropertyStart("act");
      json.writeStringProperty("sub", name);
    }
    actors.names().forEach(name -> json.writeEndObject());
  }

  /** The answer for a refresh token (rule 3.9). */
  static byte[] write(TokenChecks.LiveRefreshToken live) {
    return Json.write(json -> {
      json.writeBooleanProperty("active", true);
      subject(json, live.subject());
      scope(json, live.scope(), Scopes.Separator.SPACE);
      json.writeStringProperty("client_id", live.client().value());
      expires(json, live.deadline());
    });
  }

  private static void subject(JsonGenerator json, Id.Subject subject) {
    json.writeStringProperty("sub", subject.value());
  }

  private static void scope(JsonGenerator json, Scopes scope, Scopes.Separator separator) {
    json.writeStringProperty("scope", scope.joined(separator));
    json.writeArrayPropertyStart("scopes");
    scope.names().forEach(json::writeString);
    json.writeEndArray();
  }

  private static void expires(JsonGenerator json, Instant deadline) {
    json.writeNumberProperty("exp", deadline.getEpochSecond());
  }
}
