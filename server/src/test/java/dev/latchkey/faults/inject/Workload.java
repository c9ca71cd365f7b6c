package dev.latchkey.faults.inject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;

/** A process with preloaded shims that does what a test asks for, one line each. */
final class Workload implements AutoCloseable {
    /** Of a row that takes several pages. */
    static final String INSERT = "insert 20000";

    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    private Workload(Process process) {
        this.process = process;
        this.out = process.inputReader();
        this.in = process.outputWriter();
    }

    /** With a table in this SQLite database, as soon as it answers. */
    static Workload start(Path database, Map<String, String> variables) {
        var builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                WorkloadProcess.class.getName(),
                                database.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables);
        try {
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            var workload = new Workload(process);
            workload.ask("nanos");
            return workload;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** Returns what it answers. */
    String ask(String command) {
        try {
            in.write(command + "\n");
            in.flush();
            String answer = out.readLine();
            if (answer == null) {
                throw new AssertionError("the process has ended at: " + command);
            }
            return answer;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** Each is committed by itself. */
    void insert(int rows) {
        for (int i = 0; i < rows; i++) {
            String answer = ask(INSERT);
            if (!answer.equals("done")) {
                throw new AssertionError(answer);
            }
        }
    }

    /** As kill -9 does it. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** In order: it closes its database. */
    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException alreadyEnded) {
            // Then it has nothing to be asked for.
        }
        await();
    }

    private void await() {
        try {
            process.waitFor();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
