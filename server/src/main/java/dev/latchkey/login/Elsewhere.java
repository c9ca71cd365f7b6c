package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.RateLimit;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.ExternalIdentity;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.ExternalSignIns;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Sends a browser to a provider, to sign in or to link, and learns from it who comes back. */
public final class Elsewhere {
    static final String COOKIE = "latchkey_elsewhere";

    private final List<IdentityProvider> providers;
    private final ExternalSignIns store;
    private final OpenIdConnect connect;
    private final RateLimit unfinished;
    private final RandomGenerator dice;

    /** {@code unfinished}: for a network, sign-ins that began and came to nothing. */
    public Elsewhere(
            List<IdentityProvider> providers,
            ExternalSignIns store,
            OpenIdConnect connect,
            RateLimit unfinished,
            RandomGenerator dice) {
        this.providers = List.copyOf(providers);
        this.store = store;
        this.connect = connect;
        this.unfinished = unfinished;
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

    /** Who came back, and what the browser had been sent for. */
    sealed interface Arrived {
        record Known(ExternalIdentity who, ExternalSignIns.Begun begun) implements Arrived {}

        /**
         * Not by this browser, not to this provider, too long ago; or it came back before. Anybody
         * can come so, so it leaves no trace.
         */
        record NotSent() implements Arrived {}

        record TooMany(Refusal refusal) implements Arrived {}

        /** Of a sign-in that was begun here. */
        enum Refused implements Arrived {
            DENIED,
            PROVIDER_SILENT,
            TOKEN_UNSOUND
        }
    }

    /** What becomes of a browser that wants to go. */
    sealed interface Sent {
        record Away(Response redirect) implements Sent {}

        record TooMany(Refusal refusal) implements Sent {}

        /** The provider does not tell where to go. */
        record Nowhere() implements Sent {}
    }

    Sent send(Request request, IdentityProvider provider, ExternalSignIns.Begun begun) {
        var now = request.occasion();
        Optional<Refusal> tooMany = unfinished.take(now.network());
        if (tooMany.isPresent()) {
            return new Sent.TooMany(tooMany.get());
        }
        Optional<SealedRequest> waiting =
                begun.linking().isPresent() ? Optional.empty() : Onward.waiting(request);
        Secret.Elsewhere key = Secret.ELSEWHERE.mint(dice);
        return connect.way(provider, new Handshake(key), back(request, provider), now)
                .<Sent>map(way -> {
                    store.begin(key, provider.name(), begun, now);
                    return new Sent.Away(
                            Response.redirect(303, way)
                                    .with(Cookies.set(COOKIE, key.reveal(), request.isSecure()))
                                    .with(WaitingRequest.keep(request, waiting)));
                })
                .orElseGet(Sent.Nowhere::new);
    }

    /** The browser is back, and signed in or linked: what was begun for it does not count. */
    Response finish(Request request, String next) {
        unfinished.giveBack(request.occasion().network());
        return Response.redirect(303, next)
                .with(Cookies.clear(COOKIE, request.isSecure()))
                .with(WaitingRequest.keep(request, Optional.empty()));
    }

    Arrived receive(Request request, IdentityProvider provider) {
        Optional<Handshake> handshake = handshake(request, provider);
        Optional<ExternalSignIns.Begun> begun =
                handshake.flatMap(shaken ->
                        store.comeBack(shaken.key(), provider.name(), request.occasion()));
        if (begun.isEmpty()) {
            return unfinished
                    .take(request.occasion().network())
                    .<Arrived>map(Arrived.TooMany::new)
                    .orElseGet(Arrived.NotSent::new);
        }
        Optional<String> code = request.query().value("code");
        if (code.isEmpty()) {
            return Arrived.Refused.DENIED;
        }
        return switch (connect.redeem(
                provider,
                handshake.orElseThrow(),
                back(request, provider),
                code.get(),
                request.occasion())) {
            case OpenIdConnect.Outcome.Known known -> new Arrived.Known(known.who(), begun.get());
            case OpenIdConnect.Outcome.Failed why ->
                    switch (why) {
                        case PROVIDER_SILENT -> Arrived.Refused.PROVIDER_SILENT;
                        case TOKEN_UNSOUND -> Arrived.Refused.TOKEN_UNSOUND;
                    };
        };
    }

    /** The browser that was sent, with the state it was sent with, from where it was sent to. */
    private static Optional<Handshake> handshake(Request request, IdentityProvider provider) {
        String issuer = request.query().value("iss").orElse(provider.issuer());
        return request.cookie(Cookies.name(COOKIE, request.isSecure()))
                .flatMap(Secret.ELSEWHERE::parse)
                .map(Handshake::new)
                .filter(shaken -> shaken.isState(request.query().value("state").orElse("")))
                .filter(shaken -> provider.issuer().equals(issuer));
    }

    private static String back(Request request, IdentityProvider provider) {
        return request.baseUrl() + "/sign-in/back/" + provider.name();
    }
}
