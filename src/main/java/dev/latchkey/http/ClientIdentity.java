package dev.latchkey.http;

import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Who the caller of a client endpoint says it is: by form fields or by HTTP Basic, never both
 * (decision 2.1).
 */
public sealed interface ClientIdentity {
    String BASIC = "Basic";

    /** {@code byBasic} decides whether a refusal carries a Basic challenge (clients.md 8). */
    record Claimed(ClientClaim claim, boolean byBasic) implements ClientIdentity {}

    record Unusable(Refusal refusal) implements ClientIdentity {}

    static ClientIdentity of(
            Request request, Optional<String> clientId, Optional<String> clientSecret) {
        List<String> basic =
                request.headers().all("Authorization").stream()
                        .filter(value -> value.split(" ", 2)[0].equalsIgnoreCase(BASIC))
                        .toList();
        if (basic.isEmpty()) {
            return clientId.map(id -> claimed(id, clientSecret, false))
                    .orElse(
                            new Unusable(
                                    Refusal.invalidRequest("The field client_id is missing.")));
        }
        Optional<String[]> parts = basic.size() == 1 ? decoded(basic.getFirst()) : Optional.empty();
        if (parts.isEmpty()) {
            return new Unusable(
                    refusal(true, "The Authorization header is not a well-formed Basic one."));
        }
        String id = parts.get()[0];
        if (clientSecret.isPresent()) {
            return new Unusable(
                    Refusal.invalidRequest("Send the secret by form or by Basic, not by both."));
        }
        if (!clientId.orElse(id).equals(id)) {
            return new Unusable(
                    Refusal.invalidRequest(
                            "The client_id of the form and that of Basic disagree."));
        }
        return claimed(id, Optional.of(parts.get()[1]), true);
    }

    /** How a failed authentication is answered, the same at every endpoint. */
    static Refusal refuse(Authentication.Failed why, boolean byBasic) {
        return switch (why) {
            case CLIENT_UNKNOWN, SECRET_WRONG ->
                    refusal(byBasic, "The client_id or the client_secret is wrong.");
            case SECRET_MISSING -> refusal(byBasic, "The field client_secret is missing.");
        };
    }

    private static Refusal refusal(boolean byBasic, String description) {
        var refusal = new Refusal(401, "invalid_client", description);
        return byBasic ? refusal.with("WWW-Authenticate", "Basic realm=\"latchkey\"") : refusal;
    }

    /** A name that could never have been given is unknown without a look at the store. */
    private static ClientIdentity claimed(String id, Optional<String> secret, boolean byBasic) {
        return Id.CLIENT
                .parse(id)
                .<ClientIdentity>map(client -> new Claimed(claim(client, secret), byBasic))
                .orElseGet(
                        () -> new Unusable(refuse(Authentication.Failed.CLIENT_UNKNOWN, byBasic)));
    }

    private static ClientClaim claim(Id.Client client, Optional<String> secret) {
        return secret.<ClientClaim>map(
                        text -> new ClientClaim.Proving(client, Secret.CLIENT.parse(text)))
                .orElse(new ClientClaim.Named(client));
    }

    /** Some libraries percent-encode every sign of the two parts, others none. */
    private static Optional<String[]> decoded(String header) {
        try {
            byte[] bytes = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
            return Form.strict(bytes)
                    .map(text -> text.split(":", 2))
                    .filter(parts -> parts.length == 2)
                    .flatMap(parts ->
                            Form.decode(parts[0])
                                    .flatMap(id ->
                                            Form.decode(parts[1])
                                                    .map(secret -> new String[] {id, secret})))
                    .filter(parts -> !parts[0].isEmpty());
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
