package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A block of memory with tokens, one after the other (see {@link TokenEntry}). Up to a million
 * tokens are cached. As objects, each would take twice as much memory and make the garbage
 * collector slower. Bytes that have been written never change, so readers need no lock. Only one
 * thread at a time writes.
 */
final class Segment {
  /** The segment is full. */
  static final int FULL = -1;

  private static final int FEW_CLAIMS = 16;

  private final int number;
  private final ByteBuffer bytes;
  private final ClaimsPool pool;
  private final Map<SharedClaims, Short> numbers = new HashMap<>();

  /** Grows by copies. A reader has found a slot that was set after the claims of its token. */
  private volatile ClaimsPool.@Nullable Pooled[] shared = new ClaimsPool.Pooled[FEW_CLAIMS];

  private int claims;
  private int used;

  Segment(int number, int size, ClaimsPool pool) {
    this.number = number;
    this.bytes = ByteBuffer.allocate(size);
    this.pool = pool;
  }

  int number() {
    return number;
  }

  /** Writes the token and returns its offset, or {@link #FULL}. */
  int add(CachedToken.Live live, ChangeVersions.Stamp stamp) {
    int at = allocate(TokenEntry.lengthFor(live));
    if (at != FULL) {
      entry(at).write(live, claimsNumber(live.token().shared()), stamp);
    }
    return at;
  }

  int add(CachedToken.Ended ended) {
    int at = allocate(TokenEntry.lengthFor(ended));
    if (at != FULL) {
      entry(at).write(ended);
    }
    return at;
  }

  /**
   * Copies the token at this offset of another segment. Returns its new offset, or {@link #FULL}.
   */
  int copy(Segment other, int otherAt) {
    TokenEntry copied = other.entry(otherAt);
    int length = copied.length();
    int at = allocate(length);
    if (at != FULL) {
      bytes.put(at, other.bytes, otherAt, length);
      if (!copied.isEnded()) {
        entry(at).setClaims(claimsNumber(other.claims(copied).claims()));
      }
    }
    return at;
  }

  private TokenEntry entry(int at) {
    return new TokenEntry(bytes, at);
  }

  private int allocate(int length) {
    if (used + length > bytes.capacity()) {
      return FULL;
    }
    int at = used;
    used = at + length;
    return at;
  }

  private short claimsNumber(SharedClaims wanted) {
    Short known = numbers.get(wanted);
    if (known != null) {
      return known;
    }
    ClaimsPool.Pooled pooled = pool.acquire(wanted);
    if (claims == shared.length) {
      shared = Arrays.copyOf(shared, 2 * claims);
    }
    short added = (short) claims++;
    shared[added] = pooled;
    numbers.put(pooled.claims(), added);
    return added;
  }

  private ClaimsPool.Pooled claims(TokenEntry entry) {
    return Objects.requireNonNull(shared[entry.claims()]);
  }

  /**
   * No token will be added to this segment any more, so the memory for finding equal claims is
   * released.
   */
  void seal() {
    numbers.clear();
  }

  void releaseClaims() {
    for (int i = 0; i < claims; i++) {
      pool.release(Objects.requireNonNull(shared[i]).claims());
    }
  }

  boolean contains(int at) {
    return at < used;
  }

  int next(int at) {
    return at + entry(at).length();
  }

  SecretHash hash(int at) {
    return entry(at).hash();
  }

  boolean isOf(SecretHash hash, int at) {
    return hash.equals(hash(at));
  }

  /**
   * The token at this offset, unless a row from which it was read has changed. An ended token stays
   * valid, because it never becomes active again.
   */
  Optional<CachedToken> current(SecretHash hash, int at, ChangeVersions.View now) {
    TokenEntry entry = entry(at);
    if (entry.isEnded()) {
      return Optional.of(new CachedToken.Ended(hash));
    }
    ClaimsPool.Pooled common = claims(entry);
    var live = new CachedToken.Live(hash, entry.token(hash, common.claims()), entry.end());
    return isCurrent(live, entry.stamp(), common, now) ? Optional.of(live) : Optional.empty();
  }

  boolean isCurrent(int at, ChangeVersions.View now) {
    return current(hash(at), at, now).isPresent();
  }

  /** None of the {@link CachedToken.Live#dependencies} has changed. */
  static boolean isCurrent(
      CachedToken.Live live,
      ChangeVersions.Stamp stamp,
      ClaimsPool.Pooled common,
      ChangeVersions.View now) {
    return now.includes(stamp)
        && now.isUnchanged(ChangeVersions.rowOf(live.hash()), stamp)
        && now.isUnchanged(ClaimsPool.Pooled.PLATFORM, stamp)
        && now.isUnchanged(common.client(), stamp)
        && now.isUnchanged(common.home(), stamp)
        && switch (live.token().root().origin()) {
          case TokenRoot.Grant grant ->
              now.isUnchanged(ChangeVersions.rowOf(grant.id()), stamp)
                  && now.isUnchanged(ChangeVersions.rowOf(live.token().subject()), stamp)
                  && now.isUnchanged(common.owner(), stamp)
                  && now.isUnchanged(common.organization(), stamp)
                  && now.isUnchanged(common.team(), stamp);
          case TokenRoot.Standalone _ -> true;
        };
  }
}
