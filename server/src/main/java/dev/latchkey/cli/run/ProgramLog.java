package dev.latchkey.cli.run;

import dev.latchkey.edge.http.Json;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The log of the program and its libraries. Each entry is one JSON object in one line, in the same
 * stream as the audit log, so that one reader can read both.
 */
public final class ProgramLog extends Handler {
  /**
   * The logger of the connection pool. It is held in a field, because otherwise the garbage
   * collector would remove it together with its level. It is switched off, because failures of the
   * pool are reported as exceptions.
   */
  private static final Logger POOL = Logger.getLogger("com.zaxxer.hikari");

  private static final Formatter FORMATTER = new SimpleFormatter();

  private final PrintStream out;

  ProgramLog(PrintStream out) {
    this.out = out;
  }

  public static void to(PrintStream out) {
    Logger root = Logger.getLogger("");
    Stream.of(root.getHandlers()).forEach(root::removeHandler);
    POOL.setLevel(Level.OFF);
    root.addHandler(new ProgramLog(out));
  }

  @Override
  public void publish(LogRecord entry) {
    ObjectNode line =
        Json.object()
            .put("at", entry.getInstant().toString())
            .put("level", entry.getLevel().getName().toLowerCase(Locale.ROOT))
            .put("logger", entry.getLoggerName())
            .put("message", FORMATTER.formatMessage(entry));
    Throwable thrown = entry.getThrown();
    if (thrown != null) {
      var trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace, true));
      line.put("thrown", trace.toString());
    }
    out.println(new String(Json.bytes(line), StandardCharsets.UTF_8));
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}
