package dev.latchkey.bench;

import dev.latchkey.config.ConfigFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * The yardstick in a process of its own, as the server under test is, with the same options of the
 * virtual machine. It ends when its input ends, so it never outlives the benchmark.
 */
record FixedProcess(Process process, Address address) implements AutoCloseable {
    static FixedProcess start() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("dev.latchkey.Main");
        command.add("bench-fixed");
        try {
            Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
            var out =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.UTF_8));
            String port = out.readLine();
            if (port == null) {
                throw new ConfigFault("the server of the fixed answer did not start");
            }
            return new FixedProcess(process, Address.of("http://localhost:" + port));
        } catch (IOException refused) {
            throw new ConfigFault("cannot start the server of the fixed answer", refused);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
