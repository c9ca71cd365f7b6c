package dev.latchkey.host;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that ends with the one that started it. */
public final class Child implements Leftovers.Leftover {
    private static final long PATIENCE_SECONDS = 15;

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /** Its errors are shown as one's own; what it says otherwise goes to a file. */
    public static Child start(List<String> command, File out) {
        return start(
                new ProcessBuilder(command)
                        .redirectOutput(out)
                        .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    public static Child start(ProcessBuilder builder) {
        return Leftovers.noted(() -> {
            try {
                return new Child(builder.start());
            } catch (IOException refused) {
                throw new HostFault("cannot start " + builder.command().getFirst(), refused);
            }
        });
    }

    /** Another class of this program, with the same options of the virtual machine. */
    public static List<String> ofThisProgram(Class<?> main, List<String> arguments) {
        return java(System.getProperty("java.class.path"), main.getName(), arguments);
    }

    /** Another program, with the options that this virtual machine has. */
    public static List<String> java(String classPath, String main, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }

    /** The rest of the first line that begins so; whatever else it says is read and left. */
    public String awaitLine(InputStream said, String beginning) {
        return awaitLines(said, beginning).getFirst();
    }

    /** The same for several lines, one after the other. */
    public List<String> awaitLines(InputStream said, String... beginnings) {
        var before = new StringBuilder();
        var rests = new ArrayList<String>();
        try {
            var lines = new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String beginning = beginnings[rests.size()];
                if (line.startsWith(beginning)) {
                    rests.add(line.substring(beginning.length()));
                }
                if (rests.size() == beginnings.length) {
                    Thread.ofPlatform().daemon().start(() -> drain(lines));
                    return rests;
                }
                before.append(line).append(' ');
            }
        } catch (IOException broken) {
            before.append(broken);
        }
        throw new HostFault("a process of the benchmark did not start: " + before);
    }

    /**
     * The process would block once its output is not read. On a thread of its own: a read of a pipe
     * holds whatever carries it, and of carriers there are only as many as processors.
     */
    private static void drain(BufferedReader lines) {
        try {
            lines.transferTo(Writer.nullWriter());
        } catch (IOException over) {
            // The process has ended.
        }
    }

    public Process process() {
        return process;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        Leftovers.forget(this);
    }
}
