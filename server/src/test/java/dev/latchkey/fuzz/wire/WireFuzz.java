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
 * Sends a number of requests of the grammar. Which they are depends on the seed alone; what they
 * name, such as a token, is that of the server that is asked.
 */
final class WireFuzz {
    private static final Path FINDINGS = Path.of("target", "fuzz");
    private static final int ROUND = 12_500;
    private static final int ROUNDS_OF_A_STAGE = 32;
    private static final int BATCH = 24;
    private static final int CLIENTS = 24;
    private static final int MOST_FINDINGS = 10;
    private static final int MOST_SUSPECTS = 200;
    private static final int MORE_TIMES = 2;
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

    /** Some requests on one connection that something was wrong with. */
    private record Suspect(List<Input> inputs, Problem problem) {}

    Statistics statistics() {
        return statistics;
    }

    /** Answers that took longer than a second, and not when they were asked for again. */
    int slowOnce() {
        return slowOnce;
    }

    /** Each with the fewest and shortest requests that were found to show it. */
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
                                        && stage.latchkey().traffic().incompleteBytes() == 0
                                        && stage.latchkey().traffic().unsentBytes() == 0,
                        "every connection closed, nothing held");
            }
            System.out.printf("%,d of %,d requests sent%n", done, requests);
        }
        return findings;
    }

    private void round(Stage stage, long from, long to) {
        KnownValues known = stage.next();
        var grammar =
                new RequestGrammar(
                        stage.latchkey().wiring().routes(door -> List.of()).all(),
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
                                    judge.judge(source(at), inputs)
                                            .map(problem -> new Suspect(inputs, problem))
                                            .filter(suspect -> isToBeExamined(suspect, suspects))
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
        examine(new Court(stage.log(), judge, sources.getFirst()), known, suspects);
    }

    /** On a busy machine many an answer is slow, and asking for some of them again tells enough. */
    private static boolean isToBeExamined(Suspect suspect, Queue<Suspect> suspects) {
        return !suspect.problem().isSlow() || suspects.size() < MOST_SLOW;
    }

    /** Whoever was under way may have been the reason of what the log tells. */
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

    /** What is not one whole request comes last on a connection. */
    private List<List<Input>> batches(
            RequestGrammar grammar, KnownValues known, long from, long to) {
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

    /** Asks once more, now that nothing else is under way. */
    private record Court(LogWatch log, Judge judge, InetAddress from) {
        /** Only what is slow every time is the server's doing, and not that of a busy machine. */
        Optional<Problem> problem(List<Input> inputs) {
            Optional<Problem> problem = once(inputs);
            for (int i = 0; i < MORE_TIMES && problem.filter(Problem::isSlow).isPresent(); i++) {
                problem = once(inputs);
            }
            return problem;
        }

        private Optional<Problem> once(List<Input> inputs) {
            Optional<Problem> problem = judge.judge(from, inputs);
            String logged = log.nextProblem();
            return logged.isEmpty() ? problem : Optional.of(new Problem(logged, inputs.getLast()));
        }
    }

    private void examine(Court court, KnownValues known, Queue<Suspect> suspects) {
        while (!court.log().nextProblem().isEmpty()) {
            // Told already, with what was under way.
        }
        var kinds = new HashSet<String>();
        var notAgain = new ArrayList<Suspect>();
        for (Suspect suspect : suspects) {
            Optional<Problem> again = court.problem(suspect.inputs());
            if (again.isEmpty()) {
                notAgain.add(suspect);
            } else if (kinds.add(again.get().kind())) {
                String kind = again.get().kind();
                var shrinking =
                        new Shrinking(inputs ->
                                court.problem(inputs)
                                        .filter(problem -> problem.kind().equals(kind))
                                        .isPresent());
                report(again.get().what(), shrinking.least(suspect.inputs()), known);
            }
        }
        for (Suspect suspect : notAgain) {
            if (suspect.problem().isSlow()) {
                slowOnce++;
            } else if (kinds.add(suspect.problem().kind())) {
                report(suspect.problem().what() + " (not again)", suspect.inputs(), known);
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
            System.out.println(text + "kept in " + file);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
