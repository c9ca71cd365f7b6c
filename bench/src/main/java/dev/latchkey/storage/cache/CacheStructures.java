package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.sqlite.OtherWriters;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Compares two structures for the token cache: packed segments and Caffeine. Each runs in a process
 * of its own, because most of the difference is in the garbage collector. See decision 0055.
 */
final class CacheStructures {
  private static final int TOKENS = 1_000_000;
  private static final int CREDENTIALS = 200;
  private static final int MEGABYTES = 256;
  private static final int THREADS = 2;
  private static final long WARM_UP = TimeUnit.SECONDS.toNanos(3);
  private static final long MEASURED = TimeUnit.SECONDS.toNanos(6);
  private static final Instant END = Instant.ofEpochSecond(2_000_000_000);

  private final SplittableRandom random = new SplittableRandom(7);
  private final List<SharedClaims> claims =
      IntStream.range(0, CREDENTIALS).mapToObj(number -> claims()).toList();

  private record Structure(
      Consumer<CachedToken.Live> keep, Function<SecretHash, Optional<CachedToken>> peek) {}

  /** The argument is {@code segments} or {@code caffeine}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path visits = Files.createTempDirectory("latchkey-structures").resolve("visits");
    var versions = new ChangeVersions(OtherWriters.open(visits));
    new CacheStructures().measure(structure(arguments[0], versions));
  }

  private static Structure structure(String name, ChangeVersions versions) {
    return switch (name) {
      case "segments" -> {
        var cache = new TokenCache(versions, MEGABYTES);
        yield new Structure(token -> cache.keep(token, cache.moment()), cache::peek);
      }
      case "caffeine" -> {
        var cache = new CaffeineTokens(versions, MEGABYTES * 1_048_576L);
        yield new Structure(token -> cache.keep(token, versions.moment()), cache::peek);
      }
      default -> throw new IllegalArgumentException("segments or caffeine, not " + name);
    };
  }

  private void measure(Structure structure) throws InterruptedException {
    long emptyHeap = heap();
    long begin = System.nanoTime();
    for (int i = 0; i < TOKENS; i++) {
      structure.keep().accept(token(i));
    }
    double fillSeconds = (System.nanoTime() - begin) / 1e9;
    long heap = heap() - emptyHeap;
    long held = IntStream.range(0, TOKENS).filter(i -> isHeld(structure, i)).count();
    lookUp(structure, WARM_UP);
    long collectorMillis = collectorMillis();
    Histogram nanoseconds = lookUp(structure, MEASURED);
    System.out.printf(
        "filled in %.1f s, holds %,d of %,d tokens, %d bytes each, %,d look-ups a second, p99.9 %.1f us, maximum %.1f ms, collector %d ms%n",
        fillSeconds,
        held,
        TOKENS,
        heap / held,
        TimeUnit.SECONDS.toNanos(nanoseconds.getTotalCount()) / MEASURED,
        nanoseconds.getValueAtPercentile(99.9) / 1e3,
        nanoseconds.getMaxValue() / 1e6,
        collectorMillis() - collectorMillis);
  }

  private static Histogram lookUp(Structure structure, long duration) throws InterruptedException {
    List<Histogram> parts = Stream.generate(CacheStructures::histogram).limit(THREADS).toList();
    List<Thread> threads =
        parts.stream()
            .map(part -> Thread.startVirtualThread(() -> lookUp(structure, duration, part)))
            .toList();
    for (Thread each : threads) {
      each.join();
    }
    Histogram all = histogram();
    parts.forEach(all::add);
    return all;
  }

  private static void lookUp(Structure structure, long duration, Histogram nanoseconds) {
    var random = new SplittableRandom();
    long start = System.nanoTime();
    long end = start + duration;
    while (start < end) {
      if (isHeld(structure, random.nextInt(TOKENS))) {
        long now = System.nanoTime();
        nanoseconds.recordValue(now - start);
      }
      start = System.nanoTime();
    }
  }

  private static Histogram histogram() {
    return new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
  }

  private static boolean isHeld(Structure structure, int number) {
    return structure.peek().apply(hash(number)).isPresent();
  }

  private static SecretHash hash(int number) {
    return SecretHash.of("token " + number);
  }

  private CachedToken.Live token(int number) {
    var token =
        new LiveToken(
            Id.USER.draw(random),
            Optional.of("person" + number + "@example.com"),
            new TokenRoot.Grant(Id.GRANT.draw(random)),
            claims.get(number % CREDENTIALS),
            new TokenLife.Until(END));
    return new CachedToken.Live(hash(number), token, Optional.of(END));
  }

  private SharedClaims claims() {
    return new SharedClaims(
        Id.CLIENT.draw(random),
        Optional.of(Id.USER.draw(random)),
        Id.ORGANIZATION.draw(random),
        Optional.of(Id.TEAM.draw(random)),
        Scopes.parse("read:issue:info,read:project:info,write:issue:info"),
        Scopes.Separator.COMMA);
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long collectorMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
