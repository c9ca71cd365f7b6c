package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.ExternalSignIns;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Sends a browser to a provider, to sign in or to link, and knows it again. */
public final class Elsewhere {
    static final String COOKIE = "latchkey_elsewhere";

    private final List<IdentityProvider> providers;
    private final ExternalSignIns store;
    private final OpenIdConnect connect;
    private final RandomGenerator dice;

    public Elsewhere(
            List<IdentityProvider> providers,
            ExternalSignIns store,
            OpenIdConnect connect,
            RandomGenerator dice) {
        this.providers = List.copyOf(providers);
        this.store = store;
        this.connect = connect;
        this.dice = dice;
    }

    List<IdentityProvider> providers() {
        return providers;
    }

    /** Where forms may lead on a page that begins sign-ins elsewhere. */
    String origins() {
        return providers.stream().map(IdentityProvider::origins).collect(Collectors.joining(" "));
    }

    Optional<IdentityProvider> named(Request request) {
        return Optional.ofNullable(request.segments().get("provider"))
                .flatMap(name ->
                        providers.stream()
                                .filter(provider -> provider.name().equals(name))
                                .findFirst());
    }

    /** Empty if the provider does not tell where to go. */
    Optional<Response> send(
            Request request, IdentityProvider provider, ExternalSignIns.Begun begun) {
        Secret.Elsewhere key = Secret.ELSEWHERE.mint(dice);
        return connect.way(provider, new Handshake(key), back(request, provider))
                .map(way -> {
                    store.begin(key, provider.name(), begun, request.occasion());
                    return Response.redirect(303, way)
                            .with(Cookies.set(COOKIE, key.reveal(), request.isSecure()));
                });
    }

    static String back(Request request, IdentityProvider provider) {
        return request.baseUrl() + "/sign-in/back/" + provider.name();
    }
}
