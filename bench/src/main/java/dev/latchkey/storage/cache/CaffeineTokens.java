package dev.latchkey.storage.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.storage.database.ChangeVersions;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The alternative to {@link TokenCache} that decision 0055 compares it with: Caffeine with a
 * weigher over one packed array for each token.
 */
final class CaffeineTokens {
  /**
   * The memory for each token in addition to its packed bytes: the nodes of the cache and of its
   * map, the key, and the value object. It was measured with a million tokens.
   */
  private static final int OVERHEAD_BYTES = 168;

  private final ChangeVersions versions;
  private final Map<SharedClaims, ClaimsPool.Pooled> shared = new ConcurrentHashMap<>();
  private final Cache<SecretHash, Packed> tokens;

  CaffeineTokens(ChangeVersions versions, long bytes) {
    this.versions = versions;
    this.tokens =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((SecretHash hash, Packed each) -> each.weight())
            .build();
  }

  private record Packed(byte[] bytes, ClaimsPool.Pooled shared) {
    int weight() {
      return OVERHEAD_BYTES + bytes.length;
    }
  }

  void keep(CachedToken.Live live, ChangeVersions.Moment before) {
    versions
        .stamp(live.dependencies(), before)
        .ifPresent(stamp -> {
          var bytes = new byte[TokenEntry.lengthFor(live)];
          new TokenEntry(ByteBuffer.wrap(bytes), 0).write(live, (short) 0, stamp);
          SharedClaims claims = live.token().shared();
          tokens.put(
              live.hash(),
              new Packed(bytes, shared.computeIfAbsent(claims, ClaimsPool.Pooled::of)));
        });
  }

  Optional<CachedToken> peek(SecretHash hash) {
    ChangeVersions.View now = versions.view();
    Packed packed = tokens.getIfPresent(hash);
    if (packed == null) {
      return Optional.empty();
    }
    var entry = new TokenEntry(ByteBuffer.wrap(packed.bytes), 0);
    LiveToken token = entry.token(hash, packed.shared.claims());
    var live = new CachedToken.Live(hash, token, entry.end());
    if (Segment.isCurrent(live, entry.stamp(), packed.shared, now)) {
      return Optional.of(live);
    }
    tokens.asMap().remove(hash, packed);
    return Optional.empty();
  }
}
