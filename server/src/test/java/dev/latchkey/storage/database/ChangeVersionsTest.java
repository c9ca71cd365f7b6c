package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.model.Id;
import dev.latchkey.storage.cache.RowCache;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Rule 3.7 for any order of commits, reads and checks: a value from the cache is never older than
 * the check. The rows are numbers in memory, and the tables of changes have room for so few rows
 * that they are replaced all the time.
 */
@SuppressWarnings("ThreadPriorityCheck") // It makes more orders likely, and changes no result.
class ChangeVersionsTest {
  private static final int ROWS = 64;
  private static final int CAPACITY = 16;
  private static final int COMMITS = 4_000;
  private static final int HITS = 400;
  private static final int READERS = 3;

  /** The committed state. */
  private final AtomicIntegerArray rows = new AtomicIntegerArray(ROWS);

  private final AtomicLong hits = new AtomicLong();
  private final AtomicBoolean done = new AtomicBoolean();

  @Test
  void no_check_finds_a_value_that_is_older_than_the_check_while_this_process_commits() {
    var versions = new ChangeVersions(new NoOthers(), CAPACITY);

    assertNothingStale(
        versions,
        (changed, commit) -> {
          changed.forEach(row -> versions.row(id(row).value()));
          versions.during(() -> {
            Thread.yield();
            commit.run();
            Thread.yield();
          });
        });
  }

  @Test
  void no_check_finds_a_value_that_is_older_than_the_check_while_another_process_commits() {
    var feed = new Feed();
    var versions = new ChangeVersions(feed, CAPACITY);
    feed.versions = versions;

    assertNothingStale(
        versions,
        (changed, commit) -> {
          synchronized (feed) {
            commit.run();
            feed.unread.addAll(changed);
          }
        });
  }

  /** Here the change comes while the keys are compared, after the value was found. */
  @Test
  void a_value_whose_change_is_forgotten_during_the_check_is_not_returned() {
    var versions = new ChangeVersions(new NoOthers(), CAPACITY);
    var cache = new RowCache<Key, Integer>(versions, 256, key -> 7);
    var dependencies = ChangeVersions.Dependencies.of(id(1), id(2));
    cache.keep(new Key(() -> {}), 1, dependencies, cache.moment());
    assertThat(cache.peek(new Key(() -> {}))).contains(1);

    Optional<Integer> found =
        cache.peek(
            new Key(() -> {
              for (int row = 1; row < 4 * CAPACITY; row++) {
                versions.row(id(row).value());
                versions.mark();
              }
            }));

    assertThat(found).isEmpty();
  }

  private record Key(Runnable whenCompared) {
    @Override
    public boolean equals(Object other) {
      if (other instanceof Key key) {
        key.whenCompared.run();
        return true;
      }
      return false;
    }

    @Override
    public int hashCode() {
      return 7;
    }
  }

  private void assertNothingStale(ChangeVersions versions, Writer writer) {
    var cache = new RowCache<Integer, int[]>(versions, 256, key -> key);
    List<String> wrong =
        Crowd.of(1 + READERS, number -> number == 0 ? commitAll(writer) : checkAll(cache, number));

    assertThat(wrong).containsOnly("");
    assertThat(hits).as("answers from the cache").hasValueGreaterThanOrEqualTo(HITS);
  }

  @FunctionalInterface
  private interface Writer {
    void write(List<Integer> changed, Database.Commits.Step commit) throws SQLException;
  }

  /**
   * Most commits change one row; some change more rows than a table has room for. On a busy machine
   * the readers may need more of them before they find enough in the cache.
   */
  private String commitAll(Writer writer) {
    var random = new SplittableRandom(7);
    try {
      for (int i = 0; i < COMMITS || (hits.get() < HITS && i < 100 * COMMITS); i++) {
        int size = random.nextInt(50) == 0 ? random.nextInt(1, 2 * CAPACITY) : 1;
        List<Integer> changed = random.ints(size, 0, ROWS).distinct().boxed().toList();
        writer.write(changed, () -> changed.forEach(rows::incrementAndGet));
        Thread.yield();
      }
      return "";
    } catch (SQLException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      done.set(true);
    }
  }

  /** A value depends on two rows. The second is one of few, as an app is for tokens. */
  private String checkAll(RowCache<Integer, int[]> cache, int seed) {
    var random = new SplittableRandom(seed);
    while (!done.get()) {
      Thread.yield();
      int key = random.nextInt(ROWS);
      int first = rows.get(key);
      int second = rows.get(key % 4);
      Optional<int[]> found = cache.find(key);
      if (found.isEmpty()) {
        read(cache, key, random);
      } else if (found.get()[0] < first || found.get()[1] < second) {
        return "stale";
      } else {
        hits.incrementAndGet();
      }
    }
    return "";
  }

  private void read(RowCache<Integer, int[]> cache, int key, RandomGenerator random) {
    ChangeVersions.Moment before = cache.moment();
    int[] value = {rows.get(key), rows.get(key % 4)};
    int turns = random.nextInt(20) == 0 ? 4 * CAPACITY : random.nextInt(2);
    for (int i = 0; i < turns; i++) {
      Thread.yield();
    }
    cache.keep(key, value, ChangeVersions.Dependencies.of(id(key), id(key % 4)), before);
  }

  private static Id.User id(int row) {
    return new Id.User("user_" + row);
  }

  private static final class NoOthers implements ChangeVersions.Others {
    @Override
    public void catchUp() {
      // There are none.
    }

    @Override
    public long latest() {
      return 0;
    }

    @Override
    public OptionalLong latestIfIdle() {
      return OptionalLong.of(0);
    }
  }

  /** Changes of another process. They are known only after they have been read. */
  private static final class Feed implements ChangeVersions.Others {
    private final List<Integer> unread = new ArrayList<>();
    private ChangeVersions versions = new ChangeVersions(this, CAPACITY);

    @Override
    public synchronized void catchUp() {
      unread.forEach(row -> versions.row(id(row).value()));
      unread.clear();
      versions.mark();
    }

    @Override
    public long latest() {
      return 0;
    }

    @Override
    public OptionalLong latestIfIdle() {
      return OptionalLong.of(0);
    }
  }
}
