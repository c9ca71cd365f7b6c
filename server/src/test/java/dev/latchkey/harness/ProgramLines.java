package dev.latchkey.harness;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the program says in its log about itself, as it would be written, while a test runs. */
public final class ProgramLines extends Handler implements AutoCloseable {
    private static final Logger OURS = Logger.getLogger("dev.latchkey");

    private final List<String> messages = new CopyOnWriteArrayList<>();

    private ProgramLines() {}

    public static ProgramLines watch() {
        var lines = new ProgramLines();
        OURS.addHandler(lines);
        return lines;
    }

    /** Each with its stack trace, if it has one, of those that contain a text. */
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
        // Nothing waits.
    }

    @Override
    public void close() {
        OURS.removeHandler(this);
    }
}
