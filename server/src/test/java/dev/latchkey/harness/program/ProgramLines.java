package dev.latchkey.harness.program;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects the log messages of the program during a test, formatted as they would be written. */
public final class ProgramLines extends Handler implements AutoCloseable {
  private static final Logger LATCHKEY = Logger.getLogger("dev.latchkey");

  private final List<String> messages = new CopyOnWriteArrayList<>();

  private ProgramLines() {}

  public static ProgramLines watch() {
    var lines = new ProgramLines();
    LATCHKEY.addHandler(lines);
    return lines;
  }

  /** The messages that contain this text. The exception of a message is part of it. */
  public List<String> with(String text) {
    return messages.stream().filter(message -> message.contains(text)).toList();
  }

  @Override
  public void publish(LogRecord record) {
    String thrown = record.getThrown() == null ? "" : "\n" + record.getThrown();
    messages.add(new SimpleFormatter().formatMessage(record) + thrown);
  }

  @Override
  public void flush() {
    // There is no buffer to flush.
  }

  @Override
  public void close() {
    LATCHKEY.removeHandler(this);
  }
}
