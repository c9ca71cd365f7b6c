package dev.latchkey.bench;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.host.HostFault;
import dev.latchkey.model.process.StorageFault;
import picocli.CommandLine;

/** The command {@code ./latchkey bench}. An error that ends a run is printed here, in one line. */
public final class Main {
  private static final int REFUSED = 1;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new BenchCommand())
            .setExecutionExceptionHandler(Main::printError)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  private static int printError(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
    String line =
        switch (failure) {
          case ConfigFault fault -> String.valueOf(fault.getMessage());
          case HostFault fault -> String.valueOf(fault.getMessage());
          case StorageFault fault -> String.valueOf(fault.getMessage());
          default -> throw failure;
        };
    command.getErr().println("latchkey: " + line);
    return REFUSED;
  }
}
