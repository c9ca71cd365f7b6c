package dev.latchkey.login.provider;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;

/**
 * The endpoints of a provider, from its published configuration. It is read once in ten minutes,
 * however many people sign in. While the provider does not answer, it is tried once in ten seconds,
 * and all callers share the result.
 */
final class Discovery {
  private static final Duration REUSE = Duration.ofMinutes(10);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

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

  /**
   * The endpoints; empty if the provider does not answer, or names a host that is not in the
   * configuration file.
   */
  Optional<Endpoints> endpoints(Instant now) {
    lock.lock();
    try {
      if (!now.isBefore(until)) {
        known = load();
        until = now.plus(known.isPresent() ? REUSE : RETRY_AFTER);
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private Optional<Endpoints> load() {
    String issuer = provider.issuer().replaceAll("/$", "");
    return calls
        .get(provider, URI.create(issuer + "/.well-known/openid-configuration"))
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
