package dev.latchkey.storage.cache;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.process.HeapShare;
import dev.latchkey.storage.database.ChangeVersions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of tokens. An active token is valid until a row on which it depends changes. An ended
 * token is valid for ever.
 *
 * <p>Tokens are stored in segments; new ones are added to the newest segment. A token has a few
 * slots in a hash table, and the slot says in which segment and at which offset the token is. When
 * the cache has reached its maximum size, which is at most half of the heap, the oldest segment is
 * evicted. Those of its tokens that were used since they were written are copied into the newest
 * segment. Look-ups never wait for a lock.
 */
public final class TokenCache implements ChangeVersions.Cache {
  private static final int NOT_FOUND = -1;
  private static final int SLOTS = 8;

  /** How many slots of the first table stay empty for tokens whose other table is full. */
  private static final int RESERVED_SLOTS = 2;

  /** The slots of a token are in two tables. */
  private static final int CHOICES = 2 * SLOTS;

  private static final int CHUNK = 4_096;

  private static final int SLOTS_PER_PART = 512;

  /** A token takes 117 bytes, so this gives one and a half slots for each token. */
  private static final int BYTES_PER_SLOT = 78;

  /** The G1 collector treats larger arrays as humongous objects and rounds up their size. */
  private static final int LARGEST_SEGMENT = 1 << 18;

  private static final int SMALLEST_SEGMENT = 1 << 14;
  private static final int SEGMENTS = 64;

  private final ChangeVersions versions;
  private final long maxBytes;
  private final int segmentBytes;
  private final int tables;

  /**
   * The slots, in chunks. A chunk is allocated when one of its slots is first set, so an empty
   * cache needs no memory for it.
   */
  private final AtomicReferenceArray<AtomicLongArray> chunks;

  /** The segments, indexed by the last bits of their number. */
  private final AtomicReferenceArray<Segment> segments;

  private final ClaimsPool pool = new ClaimsPool();
  private Segment newest;
  private int oldest;
  private long segmentTotal;
  private long slotTotal;

  public TokenCache(ChangeVersions versions, int megabytes) {
    this.versions = versions;
    this.maxBytes = HeapShare.TOKEN_CACHE.bytes(megabytes);
    this.segmentBytes =
        Math.clamp(Long.highestOneBit(maxBytes / SEGMENTS), SMALLEST_SEGMENT, LARGEST_SEGMENT);
    this.tables = (int) Math.min(maxBytes / BYTES_PER_SLOT / SLOTS, Integer.MAX_VALUE / SLOTS);
    this.chunks = new AtomicReferenceArray<>(tables * SLOTS / CHUNK + 1);
    this.segments =
        new AtomicReferenceArray<>(2 * Integer.highestOneBit((int) (maxBytes / segmentBytes) + 1));
    this.newest = begin(0);
    versions.register(this);
  }

  /** The cached token, unless a commit that is complete by now has changed it. */
  public Optional<CachedToken> find(SecretHash hash) {
    Optional<CachedToken> known = peek(hash);
    if (known.isEmpty() || known.get() instanceof CachedToken.Ended) {
      return known;
    }
    versions.catchUp();
    return peek(hash);
  }

  /**
   * The same for a caller that has already waited for the commits of other processes. This method
   * never waits.
   */
  public Optional<CachedToken> peek(SecretHash hash) {
    ChangeVersions.View now = versions.view();
    for (int i = 0; i < CHOICES; i++) {
      int index = index(hash, i);
      long slot = slot(index);
      Segment segment = segmentOf(hash, slot);
      if (segment != null) {
        Optional<CachedToken> known = segment.current(hash, Slot.at(slot), now);
        note(known, index, slot);
        return known;
      }
    }
    return Optional.empty();
  }

  /** Removes a token that is not valid any more, or notes that it was used. */
  private void note(Optional<CachedToken> known, int index, long slot) {
    if (known.isEmpty()) {
      compareAndSet(index, slot, Slot.EMPTY);
    } else if (!Slot.isRecentlyUsed(slot)) {
      compareAndSet(index, slot, Slot.markUsed(slot));
    }
  }

  /** To be called before the store is queried. */
  public ChangeVersions.Moment moment() {
    return versions.moment();
  }

  /** Caches what was read since {@code before}, unless its rows may have changed since then. */
  public synchronized void keep(CachedToken known, ChangeVersions.Moment before) {
    switch (known) {
      case CachedToken.Live live ->
          versions
              .stamp(live.dependencies(), before)
              .ifPresent(stamp -> write(live.hash(), to -> to.add(live, stamp)));
      case CachedToken.Ended ended -> write(ended.hash(), to -> to.add(ended));
    }
  }

  private void write(SecretHash hash, ToIntFunction<Segment> entry) {
    int at = entry.applyAsInt(newest);
    if (at == Segment.FULL) {
      beginNext();
      at = entry.applyAsInt(newest);
    }
    if (at != Segment.FULL) {
      set(chooseIndex(hash, at), Slot.of(newest.number(), at, hash));
    }
    if (bytes() > maxBytes) {
      beginNext();
    }
  }

  @Override
  public int parts() {
    return Math.ceilDiv(tables * SLOTS, SLOTS_PER_PART);
  }

  @Override
  public synchronized void removeChanged(int part) {
    ChangeVersions.View now = versions.view();
    int end = Math.min((part + 1) * SLOTS_PER_PART, tables * SLOTS);
    for (int index = part * SLOTS_PER_PART; index < end; index++) {
      long slot = slot(index);
      Segment segment = slot == Slot.EMPTY ? null : segmentOf(slot);
      if (segment != null && !segment.isCurrent(Slot.at(slot), now)) {
        set(index, Slot.EMPTY);
      }
    }
  }

  /**
   * The oldest segments are evicted when a new one begins, so that the tokens that are kept from
   * them have room in it.
   */
  private void beginNext() {
    newest.seal();
    newest = begin(Slot.segmentAfter(newest.number()));
    evictOldest();
  }

  private Segment begin(int number) {
    var segment = new Segment(number, segmentBytes, pool);
    segments.set(ringIndex(number), segment);
    segmentTotal += segmentBytes;
    return segment;
  }

  private void evictOldest() {
    while (bytes() > maxBytes && oldest != newest.number()) {
      Segment segment = segments.get(ringIndex(oldest));
      copyRecentlyUsed(segment);
      segment.releaseClaims();
      segments.set(ringIndex(oldest), null);
      segmentTotal -= segmentBytes;
      oldest = Slot.segmentAfter(oldest);
    }
  }

  /**
   * Copies tokens that were used recently into the newest segment. At most seven eighths of a
   * segment are copied: otherwise the cache would never get smaller when all tokens are in use.
   */
  private void copyRecentlyUsed(Segment segment) {
    int left = segmentBytes / 8 * 7;
    for (int at = 0; segment.contains(at); at = segment.next(at)) {
      SecretHash hash = segment.hash(at);
      int index = findIndex(hash, Slot.of(segment.number(), at, hash));
      if (index != NOT_FOUND) {
        long slot = Slot.EMPTY;
        if (left > 0 && Slot.isRecentlyUsed(slot(index))) {
          int copy = newest.copy(segment, at);
          if (copy != Segment.FULL) {
            slot = Slot.of(newest.number(), copy, hash);
            left -= segment.next(at) - at;
          }
        }
        set(index, slot);
      }
    }
  }

  /** The size of everything that is cached. */
  public synchronized long bytes() {
    return segmentTotal + slotTotal + pool.bytes();
  }

  private int findIndex(SecretHash hash, long wanted) {
    for (int i = 0; i < CHOICES; i++) {
      int index = index(hash, i);
      if (Slot.isSame(slot(index), wanted)) {
        return index;
      }
    }
    return NOT_FOUND;
  }

  /**
   * Chooses the slot that already has this token, or an empty one, or one whose token was not used
   * recently, or any of them.
   */
  private int chooseIndex(SecretHash hash, int random) {
    int chosen = index(hash, random % CHOICES);
    int best = 0;
    for (int i = 0; i < CHOICES; i++) {
      int index = index(hash, i);
      long slot = slot(index);
      if (segmentOf(hash, slot) != null) {
        return index;
      }
      int preference = preference(hash, i, slot);
      if (preference > best) {
        best = preference;
        chosen = index;
      }
    }
    return chosen;
  }

  /**
   * How good a slot is for a new token. An empty slot of the first table is best while a few are
   * left there, because look-ups begin with that table. After that, a slot of the table with more
   * empty slots is better. Measured: if all slots of one table were filled first, one token in two
   * thousand found both tables full when the cache was half full.
   */
  private int preference(SecretHash hash, int choice, long slot) {
    if (slot != Slot.EMPTY) {
      return Slot.isRecentlyUsed(slot) ? 0 : 1;
    }
    int empty = empty(hash, choice / SLOTS);
    return choice < SLOTS && empty > RESERVED_SLOTS ? SLOTS + 2 : empty + 1;
  }

  private int empty(SecretHash hash, int table) {
    int empty = 0;
    for (int i = table * SLOTS; i < (table + 1) * SLOTS; i++) {
      if (slot(index(hash, i)) == Slot.EMPTY) {
        empty++;
      }
    }
    return empty;
  }

  /** The segment with the data of this token, if this slot belongs to the token. */
  private @Nullable Segment segmentOf(SecretHash hash, long slot) {
    if (!Slot.mayBelongTo(hash, slot)) {
      return null;
    }
    Segment segment = segmentOf(slot);
    return segment != null && segment.isOf(hash, Slot.at(slot)) ? segment : null;
  }

  /** The segment of this slot, if it has not been evicted. */
  private @Nullable Segment segmentOf(long slot) {
    Segment segment = segments.get(ringIndex(Slot.segment(slot)));
    return segment != null && segment.number() == Slot.segment(slot) ? segment : null;
  }

  private int ringIndex(int segment) {
    return segment & (segments.length() - 1);
  }

  /**
   * The index of one of the slots of a token. The first table comes first. The second one is
   * searched only if the first is full, which is rare.
   */
  private int index(SecretHash hash, int i) {
    int table = i < SLOTS ? Slot.table(hash, tables) : Slot.otherTable(hash, tables);
    return SLOTS * table + i % SLOTS;
  }

  private long slot(int index) {
    AtomicLongArray chunk = chunks.get(index / CHUNK);
    return chunk == null ? Slot.EMPTY : chunk.get(index % CHUNK);
  }

  private void set(int index, long slot) {
    AtomicLongArray chunk = chunks.get(index / CHUNK);
    if (chunk == null) {
      chunk = new AtomicLongArray(CHUNK);
      chunks.set(index / CHUNK, chunk);
      slotTotal += CHUNK * Long.BYTES;
    }
    chunk.set(index % CHUNK, slot);
  }

  /** Replaces the content of a slot that was set before, unless another thread has changed it. */
  private void compareAndSet(int index, long slot, long other) {
    AtomicLongArray chunk = chunks.get(index / CHUNK);
    if (chunk != null) {
      chunk.compareAndSet(index % CHUNK, slot, other);
    }
  }
}
