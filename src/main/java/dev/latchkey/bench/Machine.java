package dev.latchkey.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One line on where the figures come from; without it they mean nothing. */
final class Machine {
    private Machine() {}

    static String describe() {
        return Runtime.getRuntime().availableProcessors()
                + " processors ("
                + model()
                + "), "
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.arch")
                + ", Java "
                + Runtime.version()
                + "; server, database and load share the processors";
    }

    private static String model() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException notLinux) {
            return "unknown";
        }
    }
}
