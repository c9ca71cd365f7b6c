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
 * Reads every line that the server logs: no secret may stand in one, and nothing may be an error.
 */
final class LogWatch extends OutputStream {
    /** Anything that looks as if it had been issued, known to the test or not. */
    private static final Pattern ISSUED = Pattern.compile("lk_[a-z]{2}_[0-9A-Za-z]{30,}");

    private static final Logger ROOT = Logger.getLogger("");

    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Handler handler = new Listening();
    private volatile List<String> secrets = List.of();

    void begin() {
        ROOT.addHandler(handler);
    }

    void watchFor(List<String> known) {
        secrets = List.copyOf(known);
    }

    /** Taken away, so that each is told once. */
    String nextProblem() {
        String problem = problems.poll();
        return problem == null ? "" : problem;
    }

    @Override
    public synchronized void write(int sign) {
        line.write(sign);
        if (sign == '\n') {
            judge(line.toString(StandardCharsets.UTF_8));
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
    }

    private void judge(String text) {
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

    private final class Listening extends Handler {
        @Override
        public void publish(LogRecord event) {
            var text = new StringWriter();
            text.append(event.getLevel() + " " + event.getLoggerName() + " " + event.getMessage());
            if (event.getThrown() != null) {
                text.append('\n');
                event.getThrown().printStackTrace(new PrintWriter(text));
            }
            judge(text.toString());
            if (event.getLevel().intValue() >= Level.SEVERE.intValue()) {
                problems.add("error in the log: " + text);
            }
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
