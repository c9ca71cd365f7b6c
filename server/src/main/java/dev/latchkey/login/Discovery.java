package dev.latchkey.login;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;

/**
 * Where a provider has its endpoints, by its own word. It is asked once in ten minutes, however
 * many people sign in; while it does not answer, once in ten seconds, and they share the answer.
 */
final class Discovery {
    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final IdentityProvider provider;
    private final ProviderCalls calls;
    private final Lock lock = new ReentrantLock();
    private Optional<Endpoints> known = Optional.empty();
    private Instant until = Instant.MIN;

    Discovery(IdentityProvider provider, ProviderCalls calls) {
        this.provider = provider;
        this.calls = calls;
    }

    record Endpoints(URI authorization, URI token, URI keys) {}

    /** Empty if the provider does not tell, or names a host that is not in the configuration. */
    Optional<Endpoints> endpoints(Instant now) {
        lock.lock();
        try {
            if (!now.isBefore(until)) {
                known = ask();
                until = now.plus(known.isPresent() ? FRESH : SILENCE);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Endpoints> ask() {
        String issuer = provider.issuer().replaceAll("/$", "");
        return calls.get(provider, URI.create(issuer + "/.well-known/openid-configuration"))
                .filter(metadata -> metadata.path("issuer").asString("").equals(provider.issuer()))
                .flatMap(this::read);
    }

    private Optional<Endpoints> read(JsonNode metadata) {
        Optional<URI> authorization = address(metadata, "authorization_endpoint");
        Optional<URI> token = address(metadata, "token_endpoint");
        Optional<URI> keys = address(metadata, "jwks_uri");
        return authorization.isPresent() && token.isPresent() && keys.isPresent()
                ? Optional.of(new Endpoints(authorization.get(), token.get(), keys.get()))
                : Optional.empty();
    }

    private Optional<URI> address(JsonNode metadata, String name) {
        try {
            return Optional.of(URI.create(metadata.path(name).asString(""))).filter(provider::isAt);
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }
}
