package dev.latchkey.protocol.authorize;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.RedirectUri;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Apps that have registered themselves. The {@code client_id} that they get contains what they have
 * registered, encrypted, so a registration by a stranger writes nothing into the store.
 */
public record RegisteredClients(KeySeal seal) {
  private static final String SEAL_ID = "";

  /** Empty if the description is too long for an identifier. */
  Optional<PublicClientId> register(String name, List<RedirectUri> redirectUris) {
    ObjectNode content = Json.object().put("client_name", name);
    var uris = content.putArray("redirect_uris");
    redirectUris.stream().map(RedirectUri::withoutPort).distinct().forEach(uris::add);
    byte[] sealed = seal.close(SEAL_ID, Json.bytes(content));
    return PublicClientId.parse(
        PublicClientId.REGISTERED + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  /** The key under which the organizations know an app, registered or not. */
  public Optional<String> key(PublicClientId id) {
    return id.host().isPresent() ? Optional.of(id.text()) : find(id).map(PublicClient::key);
  }

  /** What was registered. Empty if the identifier is not one that Latchkey has given out. */
  Optional<PublicClient> find(PublicClientId id) {
    return content(id).flatMap(text -> Json.parse(text).map(json -> read(text, json)));
  }

  private static PublicClient read(String text, JsonNode json) {
    return new PublicClient(
        key(text),
        Optional.empty(),
        ClientDocuments.name(json, ""),
        ClientDocuments.redirectUris(json));
  }

  /** The same registration gets the same key each time, although its identifier differs. */
  private static String key(String text) {
    byte[] hash = SecretHash.of(text).bytes();
    return "registered " + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  private Optional<String> content(PublicClientId id) {
    try {
      byte[] sealed =
          Base64.getUrlDecoder().decode(id.text().substring(PublicClientId.REGISTERED.length()));
      return seal.open(SEAL_ID, sealed).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
