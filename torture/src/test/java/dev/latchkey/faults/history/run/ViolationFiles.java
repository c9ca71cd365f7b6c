package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Context;
import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Violation;
import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Writes the operations around a violation to a file, for a person who looks for the cause. */
final class ViolationFiles {
  private static final Path FOLDER = Checkout.file("torture/target/violations");
  private static final int KEPT = 5;
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Context context;

  ViolationFiles(List<Operation> operations) {
    context = new Context(operations);
  }

  /** Keeps only the first violations, because most have the same cause. */
  void keep(String fault, List<Violation> violations) {
    violations.stream().limit(KEPT).forEach(violation -> keep(fault, violation));
  }

  private void keep(String fault, Violation violation) {
    String around =
        context.of(violation).stream().map(Operation::toString).collect(Collectors.joining("\n"));
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(
          FOLDER.resolve(COUNT.incrementAndGet() + ".txt"),
          "fault: " + fault + "\n" + violation + "\n\n" + around + "\n");
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
