package dev.latchkey.bench.host;

import dev.latchkey.bench.siege.Attack;
import dev.latchkey.bench.siege.SiegeProcess;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.HostFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process of attackers, for as long as it is open. */
public final class Besiegers implements AutoCloseable {
    private final ChildProcess child;
    private final BufferedReader said;

    private Besiegers(ChildProcess child) {
        this.child = child;
        this.said =
                new BufferedReader(
                        new InputStreamReader(
                                child.process().getInputStream(), StandardCharsets.UTF_8));
    }

    /** Begins to open connections at once. */
    public static Besiegers start(Cores cores, int port, Map<Attack, Integer> counts) {
        var arguments = new ArrayList<String>();
        arguments.add(String.valueOf(port));
        counts.forEach((attack, count) -> {
            arguments.add(attack.name());
            arguments.add(String.valueOf(count));
        });
        List<String> command = ChildProcess.ofThisProgram(SiegeProcess.class, arguments);
        return new Besiegers(
                ChildProcess.start(
                        new ProcessBuilder(cores.beside(command))
                                .redirectError(ProcessBuilder.Redirect.INHERIT)));
    }

    /** Waits until the siege stands; gives how many of its connections are open. */
    public String stands() {
        return awaitLine(SiegeProcess.STANDS);
    }

    /** Ends the siege; gives how many of its connections were open until then. */
    public String end() {
        try {
            child.process().getOutputStream().close();
        } catch (IOException gone) {
            throw new HostFault("the siege ended by itself", gone);
        }
        String census = awaitLine(SiegeProcess.ENDS);
        close();
        return census;
    }

    private String awaitLine(String beginning) {
        try {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.startsWith(beginning)) {
                    return line.substring(beginning.length());
                }
            }
            throw new HostFault("the siege ended by itself");
        } catch (IOException broken) {
            throw new HostFault("the siege cannot be read", broken);
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
