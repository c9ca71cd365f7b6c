package dev.latchkey.storage.cache;

import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.RevokedTimes;
import java.util.HashMap;
import java.util.Map;

/**
 * The shared claims of the cached tokens. Each is stored once, even if many segments have tokens
 * with the same claims, and so are the scopes, the organization and the team, which many apps have
 * in common. Only one thread at a time may call it.
 */
final class ClaimsPool {
  private static final int BASE_BYTES = 480;
  private static final int PART_BYTES = 160;
  private static final int BYTES_PER_SCOPE = 80;
  private static final int BYTES_PER_NETWORK = 64;

  private final Map<SharedClaims, Use<Pooled>> claims = new HashMap<>();
  private final Map<Object, Use<Object>> parts = new HashMap<>();
  private long bytes;

  private static final class Use<V> {
    private final V value;
    private int users;

    Use(V value) {
      this.value = value;
    }
  }

  /** Claims, with the rows on which all tokens with these claims depend. */
  record Pooled(SharedClaims claims, int client, int home, int owner, int organization, int team) {
    static final int PLATFORM = ChangeVersions.rowOf(RevokedTimes.PLATFORM);

    static Pooled of(SharedClaims claims) {
      return new Pooled(
          claims,
          ChangeVersions.rowOf(claims.client()),
          ChangeVersions.rowOf(claims.home()),
          claims.owner().map(ChangeVersions::rowOf).orElse(0),
          ChangeVersions.rowOf(claims.organization()),
          claims.team().map(ChangeVersions::rowOf).orElse(0));
    }
  }

  /**
   * Returns the pooled claims that equal {@code own} and counts one use by a segment, until the
   * segment calls {@link #release}.
   */
  Pooled acquire(SharedClaims own) {
    Use<Pooled> use = claims.get(own);
    if (use == null) {
      use = new Use<>(Pooled.of(ofSharedParts(own)));
      claims.put(use.value.claims, use);
      bytes += bytes(own);
    }
    use.users++;
    return use.value;
  }

  private SharedClaims ofSharedParts(SharedClaims own) {
    return new SharedClaims(
        own.client(),
        own.owner(),
        share(own.home()),
        share(own.organization()),
        share(own.team()),
        share(own.scope()),
        own.separator(),
        own.resource(),
        own.networks());
  }

  void release(SharedClaims unused) {
    Use<Pooled> use = claims.get(unused);
    if (use != null && --use.users == 0) {
      claims.remove(unused);
      bytes -= bytes(unused);
      releasePart(unused.home());
      releasePart(unused.organization());
      releasePart(unused.team());
      releasePart(unused.scope());
    }
  }

  @SuppressWarnings("unchecked") // a value that equals another one has its class
  private <T> T share(T own) {
    Use<Object> use = parts.get(own);
    if (use == null) {
      use = new Use<>(own);
      parts.put(own, use);
      bytes += bytesOfPart(own);
    }
    use.users++;
    return (T) use.value;
  }

  private void releasePart(Object part) {
    Use<Object> use = parts.get(part);
    if (use != null && --use.users == 0) {
      parts.remove(part);
      bytes -= bytesOfPart(part);
    }
  }

  long bytes() {
    return bytes;
  }

  private static int bytes(SharedClaims claims) {
    return BASE_BYTES + BYTES_PER_NETWORK * claims.networks().ranges().size();
  }

  private static int bytesOfPart(Object part) {
    return part instanceof Scopes scopes
        ? PART_BYTES + BYTES_PER_SCOPE * scopes.names().size()
        : PART_BYTES;
  }
}
