package dev.latchkey.cli;

import picocli.CommandLine.Option;

/** The name of what a command creates, by the rule of the pages. */
final class NameOption {
  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "The name that people see.")
  private String name = "";

  /** As it was typed, for an act that checks it. */
  String text() {
    return name;
  }

  String checked() {
    Names.check("--name", name);
    return name.strip();
  }
}
