package dev.latchkey.fuzz.wire;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads every line that is logged. No line may contain a secret, and no line of the server under
 * test may report an error. Other tests run beside this one, and some cause errors on purpose.
 */
final class LogWatch extends OutputStream {
  /** Any text that looks like an issued secret, even if the test does not know it. */
  private static final Pattern ISSUED = Pattern.compile("lk_[a-z]{2}_[0-9A-Za-z]{30,}");

  private static final Logger ROOT = Logger.getLogger("");

  /** Threads inherit it from the one that starts the server. */
  private static final InheritableThreadLocal<LogWatch> OWN = new InheritableThreadLocal<>();

  private final Queue<String> problems = new ConcurrentLinkedQueue<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final Handler handler = new LogHandler();
  private volatile List<String> secrets = List.of();

  /** Call this before the server is started. */
  void begin() {
    OWN.set(this);
    ROOT.addHandler(handler);
  }

  void watchFor(List<String> known) {
    secrets = List.copyOf(known);
  }

  /** Removes the next problem and returns it, so that each problem is reported once. */
  String nextProblem() {
    String problem = problems.poll();
    return problem == null ? "" : problem;
  }

  @Override
  public synchronized void write(int sign) {
    line.write(sign);
    if (sign == '\n') {
      check(line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      write(bytes[i]);
    }
  }

  @Override
  public void close() {
    ROOT.removeHandler(handler);
    OWN.remove();
  }

  private void check(String text) {
    Matcher issued = ISSUED.matcher(text);
    if (issued.find()) {
      problems.add("secret in the log: " + text.replace(issued.group(), "<secret>").strip());
      return;
    }
    for (String secret : secrets) {
      if (text.contains(secret)) {
        problems.add("secret in the log: " + text.replace(secret, "<secret>").strip());
        return;
      }
    }
  }

  private final class LogHandler extends Handler {
    @Override
    public void publish(LogRecord event) {
      var text = new StringWriter();
      text.append(event.getLevel() + " " + event.getLoggerName() + " " + event.getMessage());
      if (event.getThrown() != null) {
        text.append('\n');
        event.getThrown().printStackTrace(new PrintWriter(text));
      }
      check(text.toString());
      if (OWN.get() == LogWatch.this && event.getLevel().intValue() >= Level.SEVERE.intValue()) {
        problems.add("error in the log: " + text);
      }
    }

    @Override
    public void flush() {
      // There is no buffer to flush.
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }
}
