package dev.latchkey.defences;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Checks that the tests of each defence in docs/security/requirements.md fail when the defence is
 * removed. {@code ./verify --long} runs this test. The property {@code -Ddefences.rows=10,16}
 * selects some rows.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RemovedDefencesTest {
  private static final Path REPORTS = Checkout.file("torture/target/defences");
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration PATIENCE_FOR_ALL = Duration.ofMinutes(20);
  private static final Set<Outcome.Kind> UNWANTED =
      Set.of(Outcome.Kind.FAILED, Outcome.Kind.BROKEN);
  private static final int WORKERS =
      Integer.getInteger("defences.workers", Runtime.getRuntime().availableProcessors());

  private final List<Defence> defences = selected();

  @BeforeAll
  static void delete_the_reports_of_the_last_run() throws IOException {
    if (Files.exists(REPORTS)) {
      try (Stream<Path> files = Files.walk(REPORTS)) {
        for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  @Test
  @Order(1)
  void with_every_defence_in_place_all_their_tests_pass() {
    List<NamedTest> tests =
        defences.stream().flatMap(each -> each.tests().stream()).distinct().sorted().toList();
    var fork = new Fork(REPORTS.resolve("nothing-removed"), PATIENCE_FOR_ALL);

    assertThat(fork.run(Optional.empty(), tests))
        .filteredOn(each -> UNWANTED.contains(each.kind()))
        .isEmpty();
  }

  @Test
  @Order(2)
  void without_a_defence_its_tests_fail() throws Exception {
    List<Verdict> verdicts = verdicts();

    assertThat(verdicts)
        .as(
            "SURVIVED: the test does not test the defence; correct it, or name the right"
                + " one in docs/security/requirements.md. USELESS: correct the file in %s. The output of the"
                + " tests is in %s",
            Defence.DIRECTORY, REPORTS)
        .allMatch(each -> each.kind() == Verdict.Kind.NOTICED);
  }

  private List<Verdict> verdicts() throws InterruptedException, ExecutionException {
    var done = new AtomicInteger();
    try (var workers = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<Verdict>> running =
          defences.stream()
              .map(each -> workers.submit(() -> reported(verdict(each), done)))
              .toList();
      var verdicts = new ArrayList<Verdict>();
      for (Future<Verdict> each : running) {
        verdicts.add(each.get());
      }
      return verdicts;
    }
  }

  private static Verdict verdict(Defence defence) {
    Path directory = REPORTS.resolve(defence.name()).toAbsolutePath();
    try {
      Path overlay = Overlay.without(defence, directory);
      var fork = new Fork(directory, PATIENCE);
      return Verdict.of(defence, fork.run(Optional.of(overlay), defence.tests()));
    } catch (Edit.StaleEdit | IllegalArgumentException | UncheckedIOException useless) {
      return new Verdict(defence, Verdict.Kind.USELESS, String.valueOf(useless.getMessage()));
    }
  }

  private Verdict reported(Verdict verdict, AtomicInteger done) {
    System.out.printf("%d/%d %s%n", done.incrementAndGet(), defences.size(), verdict);
    return verdict;
  }

  private static List<Defence> selected() {
    String rows = System.getProperty("defences.rows", "");
    if (rows.isEmpty()) {
      return Defence.all();
    }
    Set<String> selected = Set.of(rows.split(","));
    return Defence.all().stream()
        .filter(each -> each.rows().stream().anyMatch(selected::contains))
        .toList();
  }
}
