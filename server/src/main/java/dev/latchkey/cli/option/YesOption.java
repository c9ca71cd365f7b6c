package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import java.io.Console;
import picocli.CommandLine.Option;

/** Asks before a command ends something for good. */
public final class YesOption {
  @Option(names = "--yes", description = "Do not ask.")
  private boolean isGiven;

  public boolean isGiven() {
    return isGiven;
  }

  /** Returns only if the operator agrees. {@code what}: what is about to be done. */
  @SuppressWarnings("SystemConsoleNull") // It is null in a runtime without jdk.internal.le.
  public void ask(String what) {
    if (isGiven) {
      return;
    }
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      throw new ConfigFault("this " + what + ". To do it without being asked, add --yes");
    }
    String answer = console.readLine("This %s. Type yes to go on: ", what);
    if (!"yes".equals(answer)) {
      throw new ConfigFault("nothing was done");
    }
  }
}
