package dev.latchkey.token;

import dev.latchkey.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.model.PublicClientId;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.PublicClients;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the credential for which an app without a credential of its own got a code or a refresh
 * token. The same app has one credential in each organization, so its {@code client_id} alone does
 * not tell which one.
 */
public final class PublicClientTokens {
    private final PublicClients clients;
    private final Function<PublicClientId, Optional<String>> keys;

    /** {@code keys} gives the key under which the organizations know an app. */
    public PublicClientTokens(
            PublicClients clients, Function<PublicClientId, Optional<String>> keys) {
        this.clients = clients;
        this.keys = keys;
    }

    /** Whether the form names such an app and presents something that may belong to it. */
    static boolean isPresentedIn(Form form) {
        return id(form).isPresent()
                && (form.value("code").isPresent() || form.value("refresh_token").isPresent());
    }

    Optional<Id.Client> find(Form form) {
        Optional<String> key = id(form).flatMap(keys);
        Optional<Id.Client> byCode =
                key.flatMap(known ->
                        form.value("code")
                                .flatMap(Secret.CODE::parse)
                                .flatMap(code -> clients.ofCode(known, code.hash())));
        return byCode.or(() ->
                key.flatMap(known ->
                        form.value("refresh_token")
                                .flatMap(Secret.REFRESH::parse)
                                .flatMap(token -> clients.ofRefreshToken(known, token.hash()))));
    }

    private static Optional<PublicClientId> id(Form form) {
        return form.value("client_id").flatMap(PublicClientId::parse);
    }
}
