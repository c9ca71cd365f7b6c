package dev.latchkey.app;

import dev.latchkey.cli.Cli;

public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(Cli.run(arguments));
  }
}
