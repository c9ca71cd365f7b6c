package dev.latchkey.edge.http.hoard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.hoard.Victim.Held;
import dev.latchkey.harness.MeasuresTime;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many clients of every kind of {@link Hoard} at once, against the program with the smallest heap
 * that is supported. The process lives, what clients hold stays within the limit by the server's
 * own account and by the count of objects on its heap, others are served, and everything is
 * released afterwards.
 */
@MeasuresTime
class HoardersTest {
  /** What the loops may read before they close something, and objects that are being released. */
  private static final long MARGIN = 16 * 1_048_576L;

  /** With less the test would not show that there is a limit. */
  private static final long LEAST_HELD = RunningVictim.LIMIT / 4;

  /** The heap of 192 MB, half as much for buffers outside it, and the program itself. */
  private static final long MOST_RESIDENT = 480 * 1_048_576L;

  private final RunningVictim running = new RunningVictim();
  private final Victim victim = running.victim();
  private final Program program = running.program();
  private final Queue<Attacker> attackers = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isOver = new AtomicBoolean();

  private record Attacker(Hoard kind, Held connection) {}

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void all_kinds_at_once_are_survived() {
    attack(4_711, Duration.ofSeconds(10));
  }

  @Test
  @Tag("long")
  void ten_minutes_of_random_mixes_are_survived() {
    long seed = Long.getLong("long.seed", new Random().nextLong());
    System.out.println("hoarders: -Dlong.seed=" + seed);
    attack(seed, Duration.ofMinutes(10));
  }

  private void attack(long seed, Duration time) {
    assertThat(running.honest().isServed()).isTrue();
    long before = program.liveBytes();
    var answers = new AtomicInteger();
    var requests = new AtomicInteger();
    long most;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < 8; thread++) {
        var random = new Random(seed + thread);
        threads.execute(() -> openMore(random));
      }
      threads.execute(this::goOn);
      most = serveOthers(time, answers, requests);
    }
    long resident = program.residentBytes();
    long whileHeld = program.liveBytes();
    System.out.printf(
        "hoarders: %d MB resident, %d MB held at most, %d MB more on the heap than before,"
            + " %s of %s requests of others answered%n",
        resident >> 20, most >> 20, (whileHeld - before) >> 20, answers, requests);

    assertThat(resident).as("with what is not on the heap").isLessThan(MOST_RESIDENT);
    assertThat(most).as("by the account").isBetween(LEAST_HELD, RunningVictim.LIMIT + MARGIN);
    assertThat(whileHeld - before).as("on the heap").isLessThan(RunningVictim.LIMIT + MARGIN);
    assertThat((double) answers.get() / requests.get())
        .as("%s of %s requests of others", answers, requests)
        .isGreaterThanOrEqualTo(0.95);

    victim.closeAll();
    long released = System.nanoTime();
    Poll.until(() -> running.heldBytes() < RunningVictim.LIMIT / 50, "everything is released");
    assertThat(System.nanoTime() - released).isLessThan(TimeUnit.SECONDS.toNanos(5));
    assertThat(program.liveBytes() - before).as("afterwards").isLessThan(MARGIN);
  }

  /**
   * Sends requests during the attack, and returns the most that was held. The attack goes on for
   * this time, and up to three times as long if too little is held by then.
   */
  private long serveOthers(Duration time, AtomicInteger answers, AtomicInteger requests) {
    long begin = System.nanoTime();
    long most = 0;
    try {
      while (!isOver.get()) {
        requests.incrementAndGet();
        answers.addAndGet(running.honest().isServed() ? 1 : 0);
        most = Math.max(most, running.heldBytes());
        assertThat(program.isRunning()).as("the process lives: " + program.err()).isTrue();
        long enough = (most < LEAST_HELD ? 3 : 1) * time.toNanos();
        isOver.set(System.nanoTime() - begin >= enough);
      }
    } finally {
      isOver.set(true);
    }
    return most;
  }

  private void openMore(Random random) {
    Hoard[] kinds = Hoard.values();
    while (!isOver.get()) {
      Hoard kind = kinds[random.nextInt(kinds.length)];
      try {
        String from = "127.0.0." + (2 + random.nextInt(6));
        attackers.add(new Attacker(kind, kind.open(victim, from)));
      } catch (IOException refused) {
        // The server has closed it, which is what it is for.
      }
    }
  }

  private boolean isClosed(Attacker one) {
    try {
      one.kind().goOn(victim, one.connection());
      return false;
    } catch (IOException closed) {
      return true;
    }
  }

  private void goOn() {
    while (!isOver.get()) {
      attackers.removeIf(this::isClosed);
    }
  }
}
