package dev.latchkey.fuzz.wire;

import dev.latchkey.fuzz.wire.Judge.Problem;
import dev.latchkey.harness.Poll;
import dev.latchkey.load.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Sends a number of requests that the grammar makes. The seed alone decides which requests are
 * sent. The values in them, such as tokens, are those of the server under test.
 */
final class WireFuzz {
  private static final Path FINDINGS = Path.of("target", "fuzz");
  private static final int ROUND = 12_500;
  private static final int ROUNDS_OF_A_STAGE = 32;
  private static final int BATCH = 24;
  private static final int CLIENTS = 24;
  private static final int MOST_FINDINGS = 10;
  private static final int MOST_SUSPECTS = 200;
  private static final int REPETITIONS = 2;
  private static final int MOST_SLOW = 20;
  private static final int SOURCES = 200;
  private static final int NETWORK = 6;

  private final long seed;
  private final Statistics statistics = new Statistics();
  private final List<InetAddress> sources = Loopback.addresses(NETWORK, SOURCES);
  private final List<String> findings = new ArrayList<>();
  private int slowOnce;

  WireFuzz(long seed) {
    this.seed = seed;
  }

  /** The requests of one connection in which a problem was found. */
  private record Suspect(List<Input> inputs, Problem problem) {}

  Statistics statistics() {
    return statistics;
  }

  /** How many answers took longer than a second, but did not when the request was repeated. */
  int slowOnce() {
    return slowOnce;
  }

  /**
   * Returns the findings. Each shows its problem with the fewest and shortest requests that were
   * found.
   */
  List<String> run(long requests) {
    long done = 0;
    while (done < requests && findings.size() < MOST_FINDINGS) {
      try (var stage = new Stage()) {
        for (int i = 0; i < ROUNDS_OF_A_STAGE && done < requests; i++) {
          round(stage, done, Math.min(requests, done + ROUND));
          done = Math.min(requests, done + ROUND);
        }
        Poll.until(
            () ->
                stage.latchkey().traffic().open() == 0
                    && stage.latchkey().traffic().heldBytes() == 0,
            "all connections closed and all bytes released");
      }
      System.out.printf("%,d of %,d requests sent%n", done, requests);
    }
    return findings;
  }

  private void round(Stage stage, long from, long to) {
    KnownValues known = stage.createValues();
    var grammar =
        new RequestGrammar(
            stage.latchkey().wiring().routes(pageGuard -> List.of()).all(),
            "localhost:" + stage.latchkey().port());
    var judge = new Judge(stage.latchkey().port(), statistics);
    var suspects = new ConcurrentLinkedQueue<Suspect>();
    var next = new AtomicLong(from);
    var current = new AtomicReferenceArray<List<Input>>(CLIENTS);
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        running.add(
            clients.submit(() -> {
              for (long at = next.getAndAdd(BATCH);
                  at < to && suspects.size() < MOST_SUSPECTS;
                  at = next.getAndAdd(BATCH)) {
                for (List<Input> inputs : batches(grammar, known, at, to)) {
                  current.set(number, inputs);
                  judge
                      .check(source(at), inputs)
                      .map(problem -> new Suspect(inputs, problem))
                      .filter(suspect -> needsRecheck(suspect, suspects))
                      .ifPresent(suspects::add);
                  suspectAll(stage.log().nextProblem(), current, suspects);
                }
              }
            }));
      }
      for (Future<?> client : running) {
        client.get();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException broken) {
      throw new IllegalStateException(broken.getCause());
    }
    recheckAll(new Recheck(stage.log(), judge, sources.getFirst()), known, suspects);
  }

  /** On a busy machine many answers are slow. It is enough to repeat some of them. */
  private static boolean needsRecheck(Suspect suspect, Queue<Suspect> suspects) {
    return !suspect.problem().isSlow() || suspects.size() < MOST_SLOW;
  }

  /** Any request that was running may have caused the problem in the log. */
  private static void suspectAll(
      String problem, AtomicReferenceArray<List<Input>> current, Queue<Suspect> suspects) {
    if (problem.isEmpty()) {
      return;
    }
    for (int i = 0; i < current.length(); i++) {
      List<Input> inputs = current.get(i);
      if (inputs != null) {
        suspects.add(new Suspect(inputs, new Problem(problem, inputs.getLast())));
      }
    }
  }

  /**
   * Divides the requests into batches, one for each connection. A request that is not framed is the
   * last one of its batch.
   */
  private List<List<Input>> batches(RequestGrammar grammar, KnownValues known, long from, long to) {
    var batches = new ArrayList<List<Input>>();
    var batch = new ArrayList<Input>();
    for (long at = from; at < Math.min(to, from + BATCH); at++) {
      Input input = grammar.request(random(at), known);
      batch.add(input);
      if (!input.isFramed()) {
        batches.add(List.copyOf(batch));
        batch.clear();
      }
    }
    if (!batch.isEmpty()) {
      batches.add(List.copyOf(batch));
    }
    return batches;
  }

  private Random random(long at) {
    return new Random(seed * 0x9E3779B97F4A7C15L + at);
  }

  private InetAddress source(long at) {
    return sources.get((int) (at / BATCH % sources.size()));
  }

  /** Repeats requests when nothing else is running. */
  private record Recheck(LogWatch log, Judge judge, InetAddress from) {
    /**
     * Only a request that is slow each time counts as a problem of the server. Otherwise a busy
     * machine may be the reason.
     */
    Optional<Problem> problem(List<Input> inputs) {
      Optional<Problem> problem = once(inputs);
      for (int i = 0; i < REPETITIONS && problem.filter(Problem::isSlow).isPresent(); i++) {
        problem = once(inputs);
      }
      return problem;
    }

    private Optional<Problem> once(List<Input> inputs) {
      Optional<Problem> problem = judge.check(from, inputs);
      String logged = log.nextProblem();
      return logged.isEmpty() ? problem : Optional.of(new Problem(logged, inputs.getLast()));
    }
  }

  private void recheckAll(Recheck recheck, KnownValues known, Queue<Suspect> suspects) {
    while (!recheck.log().nextProblem().isEmpty()) {
      // These problems were reported already, with the requests that were running.
    }
    var kinds = new HashSet<String>();
    var notRepeated = new ArrayList<Suspect>();
    for (Suspect suspect : suspects) {
      Optional<Problem> again = recheck.problem(suspect.inputs());
      if (again.isEmpty()) {
        notRepeated.add(suspect);
      } else if (kinds.add(again.get().kind())) {
        String kind = again.get().kind();
        var shrinking =
            new Shrinking(inputs ->
                recheck.problem(inputs).filter(problem -> problem.kind().equals(kind)).isPresent());
        report(again.get().what(), shrinking.least(suspect.inputs()), known);
      }
    }
    for (Suspect suspect : notRepeated) {
      if (suspect.problem().isSlow()) {
        slowOnce++;
      } else if (kinds.add(suspect.problem().kind())) {
        report(suspect.problem().what() + " (not repeatable)", suspect.inputs(), known);
      }
    }
  }

  private void report(String what, List<Input> inputs, KnownValues known) {
    var text = new StringBuilder(what).append("\nseed: -Dfuzz.seed=").append(seed).append('\n');
    text.append("on one connection:\n");
    inputs.forEach(input -> text.append("  ").append(known.named(input)).append('\n'));
    findings.add(text.toString());
    try {
      Files.createDirectories(FINDINGS);
      Path file = FINDINGS.resolve("finding-" + seed + "-" + findings.size() + ".txt");
      Files.writeString(file, text);
      System.out.println(text + "written to " + file);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
