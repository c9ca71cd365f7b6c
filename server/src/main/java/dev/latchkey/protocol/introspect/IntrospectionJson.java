package dev.latchkey.protocol.introspect;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.Actors;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.checks.TokenChecks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the fields of contract 2.3, and {@code aud} of a token that was requested for a resource.
 * A field that does not apply is omitted: a token that does not expire has no {@code exp}.
 */
final class IntrospectionJson {
  /** Longer than most answers, which are then written without a copy. */
  private static final int USUAL_LENGTH = 512;

  private IntrospectionJson() {}

  /** {@code baseUrl} is the published address, with which the address of a resource begins. */
  static byte[] write(LiveToken live, Scopes.Separator separator, String baseUrl) {
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
    System.arraycopy(aud, 0, all, json.length - 1, aud.length);
    return all;
  }

  /**
   * No id, scope or actor has a character that JSON would have to escape, so this needs no library.
   * Almost every check is answered here.
   */
  static byte[] write(LiveToken live, Scopes.Separator separator) {
    SharedClaims claims = live.shared();
    var json =
        new StringBuilder(USUAL_LENGTH)
            .append("{\"active\":true,\"sub\":\"")
            .append(live.subject().value())
            .append("\",\"scope\":\"")
            .append(claims.scope().joined(separator));
    String before = "\",\"scopes\":[\"";
    for (String name : claims.scope().names()) {
      json.append(before).append(name);
      before = "\",\"";
    }
    json.append(claims.scope().isEmpty() ? "\",\"scopes\":[]" : "\"]")
        .append(",\"client_id\":\"")
        .append(claims.client().value())
        .append("\",\"token_type\":\"Bearer\"");
    if (live.life() instanceof TokenLife.Until until) {
      json.append(",\"exp\":").append(until.deadline().getEpochSecond());
    }
    claims
        .team()
        .ifPresent(team -> json.append(",\"team_id\":\"").append(team.value()).append('"'));
    json.append(",\"org_id\":\"").append(claims.organization().value()).append('"');
    if (live.root() instanceof TokenRoot.Child child) {
      act(json, child.actors());
    }
    return json.append('}').toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The current actor, with the actors before it inside (RFC 8693 4.1). */
  private static void act(StringBuilder json, Actors actors) {
    for (String name : actors.names().reversed()) {
      json.append(",\"act\":{\"sub\":\"").append(name).append('"');
    }
    json.repeat('}', actors.names().size());
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
