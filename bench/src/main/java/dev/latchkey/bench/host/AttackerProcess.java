package dev.latchkey.bench.host;

import dev.latchkey.bench.siege.Attack;
import dev.latchkey.bench.siege.AttackerMain;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.HostFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process of attackers, which ends when this is closed. */
public final class AttackerProcess implements AutoCloseable {
  private final ChildProcess child;
  private final BufferedReader output;

  private AttackerProcess(ChildProcess child) {
    this.child = child;
    this.output =
        new BufferedReader(
            new InputStreamReader(child.process().getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a process, which begins to open connections at once. */
  public static AttackerProcess start(Cores cores, int port, Map<Attack, Integer> counts) {
    var arguments = new ArrayList<String>();
    arguments.add(String.valueOf(port));
    counts.forEach((attack, count) -> {
      arguments.add(attack.name());
      arguments.add(String.valueOf(count));
    });
    List<String> command = ChildProcess.ofThisProgram(AttackerMain.class, arguments);
    return new AttackerProcess(
        ChildProcess.start(
            new ProcessBuilder(cores.forLoad(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)));
  }

  /** Waits until all connections have been opened, and returns how many are still open. */
  public String awaitOpened() {
    return awaitLine(AttackerMain.OPENED_LINE);
  }

  /** Ends the process, and returns how many connections were open at its end. */
  public String end() {
    try {
      child.process().getOutputStream().close();
    } catch (IOException gone) {
      throw new HostFault("the attacker process ended unexpectedly", gone);
    }
    String openCounts = awaitLine(AttackerMain.END_LINE);
    close();
    return openCounts;
  }

  private String awaitLine(String beginning) {
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(beginning)) {
          return line.substring(beginning.length());
        }
      }
      throw new HostFault("the attacker process ended unexpectedly");
    } catch (IOException broken) {
      throw new HostFault("the output of the attacker process cannot be read", broken);
    }
  }

  @Override
  public void close() {
    child.close();
  }
}
