package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Operation;
import dev.latchkey.faults.history.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Prints the progress of a long run. */
final class Progress implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final long start = System.nanoTime();
  private final Thread thread;
  private volatile String fault = "";
  private volatile LongSupplier counting = () -> 0;
  private long before;
  private long violations;

  Progress() {
    this.thread = Thread.startVirtualThread(this::printRegularly);
  }

  void begin(String nextFault, LongSupplier count) {
    fault = nextFault;
    counting = count;
    print();
  }

  synchronized void end(Phase.Judged judged) {
    violations += judged.violations().size();
    before += judged.operations().size();
    counting = () -> 0;
    print();
    System.out.println("         answers that prove nothing: " + judged.ignored());
    System.out.println("         answers that count: " + answers(judged.operations()));
    judged.violations().stream().limit(5).forEach(System.out::println);
  }

  private static Map<String, Long> answers(List<Operation> operations) {
    return operations.stream()
        .collect(
            Collectors.groupingBy(
                each -> what(each) + " " + each.outcome(), TreeMap::new, Collectors.counting()));
  }

  /** Which kind of client a person consents to, and of what everything is revoked. */
  private static String what(Operation operation) {
    String word = operation.kind().word();
    return switch (operation.kind()) {
      case CONSENT -> word + " " + withoutNumber(operation.act().with().get(1));
      case REVOKE_ALL -> word + " " + withoutNumber(operation.subject());
      default -> word;
    };
  }

  private static String withoutNumber(String name) {
    return name.replaceAll("[0-9]+$", "");
  }

  /** The operations and violations of a control run are not counted. */
  synchronized void endControl(List<Violation> found) {
    counting = () -> 0;
    System.out.println(
        "         control run, which must find violations: " + found.size() + " violations");
    found.stream().limit(1).forEach(System.out::println);
  }

  private void printRegularly() {
    try {
      while (true) {
        // The report of progress has a fixed rhythm; nothing depends on it.
        Thread.sleep(EVERY);
        print();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void print() {
    System.out.printf(
        Locale.ROOT,
        "%5d s  %,9d operations  %d violations  fault: %s%n",
        Duration.ofNanos(System.nanoTime() - start).toSeconds(),
        before + counting.getAsLong(),
        violations,
        fault);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
