package dev.latchkey.edge.http;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.ClientClaim;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The credential that the caller of a client endpoint names: in form fields or in HTTP Basic, never
 * in both (rule 2.1).
 */
public sealed interface ClientIdentity {
  String BASIC = "Basic";

  /** {@code byBasic} decides whether a refusal carries a Basic challenge (clients.md 8). */
  record Claimed(ClientClaim claim, boolean byBasic) implements ClientIdentity {}

  record Unusable(Refusal refusal) implements ClientIdentity {}

  static ClientIdentity of(
      Request request, Optional<String> clientId, Optional<String> clientSecret) {
    List<String> sent = request.headers().all("Authorization");
    if (!isBasic(sent)) {
      return clientId
          .map(id -> claimed(id, clientSecret, false))
          .orElse(new Unusable(Refusal.invalidRequest("The field client_id is missing.")));
    }
    Optional<Pair> pair = sent.size() == 1 ? decoded(sent.getFirst()) : Optional.empty();
    if (pair.isEmpty()) {
      return new Unusable(refusal(true, "The Authorization header is not well-formed HTTP Basic."));
    }
    String id = pair.get().id();
    if (clientSecret.isPresent()) {
      return new Unusable(
          Refusal.invalidRequest("Send the secret in the form or in HTTP Basic, not in both."));
    }
    if (!clientId.orElse(id).equals(id)) {
      return new Unusable(
          Refusal.invalidRequest("The client_id of the form and that of HTTP Basic differ."));
    }
    return claimed(id, Optional.of(pair.get().secret()), true);
  }

  /**
   * The credential that a header names as HTTP Basic. Empty if the header is sent more than once,
   * is malformed, or names a credential that cannot exist.
   */
  static Optional<ClientClaim> basic(List<String> sent) {
    return sent.size() == 1 && isBasic(sent)
        ? decoded(sent.getFirst())
            .flatMap(
                pair -> Id.CLIENT.parse(pair.id()).map(id -> claim(id, Optional.of(pair.secret()))))
        : Optional.empty();
  }

  /** The refusal of a failed authentication, the same at every endpoint. */
  static Refusal refuse(Authentication.Failed why, boolean byBasic) {
    return switch (why) {
      case CLIENT_UNKNOWN, SECRET_WRONG ->
          refusal(byBasic, "The client_id or the client_secret is wrong.");
      case SECRET_MISSING -> refusal(byBasic, "The field client_secret is missing.");
    };
  }

  /** The refusal of a caller outside the networks of its credential. */
  static Refusal refuseAddress(String address, boolean byBasic) {
    return refusal(byBasic, "This credential cannot be used from the address " + address + ".");
  }

  private static Refusal refusal(boolean byBasic, String description) {
    var refusal = new Refusal(401, "invalid_client", description);
    return byBasic ? refusal.with("WWW-Authenticate", "Basic realm=\"latchkey\"") : refusal;
  }

  /** A client id that cannot have been issued is refused without asking the store. */
  private static ClientIdentity claimed(String id, Optional<String> secret, boolean byBasic) {
    return Id.CLIENT
        .parse(id)
        .<ClientIdentity>map(client -> new Claimed(claim(client, secret), byBasic))
        .orElseGet(() -> new Unusable(refuse(Authentication.Failed.CLIENT_UNKNOWN, byBasic)));
  }

  private static ClientClaim claim(Id.Client client, Optional<String> secret) {
    return secret
        .<ClientClaim>map(text -> new ClientClaim.Authenticated(client, Secret.CLIENT.parse(text)))
        .orElse(new ClientClaim.Named(client));
  }

  private static boolean isBasic(List<String> sent) {
    for (String value : sent) {
      if (value.regionMatches(true, 0, BASIC, 0, BASIC.length())
          && (value.length() == BASIC.length() || value.charAt(BASIC.length()) == ' ')) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Pair> decoded(String header) {
    try {
      byte[] bytes = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
      return Form.strict(bytes).flatMap(Pair::of);
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** The two parts of a decoded HTTP Basic value. */
  record Pair(String id, String secret) {
    /**
     * Decodes both parts. Some libraries percent-encode every character of the two parts, others
     * none.
     */
    static Optional<Pair> of(String text) {
      int colon = text.indexOf(':');
      if (colon <= 0) {
        return Optional.empty();
      }
      Optional<String> id = Form.decode(text.substring(0, colon));
      Optional<String> secret = Form.decode(text.substring(colon + 1));
      return id.isPresent() && secret.isPresent()
          ? Optional.of(new Pair(id.get(), secret.get()))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return "Pair[id=" + id + ", secret=redacted]";
    }
  }
}
