package dev.latchkey.defences;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The main class of the process that runs named tests, each up to its first failure. */
final class ForkedTests {
  private ForkedTests() {}

  /** The arguments are the file for the outcomes, followed by the names of the tests. */
  public static void main(String[] arguments) throws IOException {
    Path outcomes = Path.of(arguments[0]);
    List<NamedTest> tests = Arrays.stream(arguments).skip(1).map(NamedTest::parse).toList();
    try (LauncherSession session = LauncherFactory.openSession()) {
      for (NamedTest test : tests) {
        String line = run(session, test).line() + "\n";
        Files.writeString(outcomes, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
    // Ends the process even if a test has left a thread running.
    System.exit(0);
  }

  private static Outcome run(LauncherSession session, NamedTest test) {
    var stop = CancellationToken.create();
    var failure = new FirstFailure(test, stop);
    session
        .getLauncher()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors(test))
                .forExecution()
                .cancellationToken(stop)
                .listeners(failure)
                .build());
    return failure.outcome();
  }

  private static List<DiscoverySelector> selectors(NamedTest test) {
    return TestClasses.of(test).stream().map(type -> selector(type, test)).toList();
  }

  private static DiscoverySelector selector(Class<?> type, NamedTest test) {
    return test.method().isEmpty()
        ? selectClass(type)
        : selectMethod(type, TestClasses.methodOf(type, test).orElseThrow());
  }
}
