package dev.latchkey.cli.option;

import picocli.CommandLine.Option;

/** The name of what a command creates, by the rule of the pages. */
public final class NameOption {
  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "The name that people see.")
  private String name = "";

  /** As it was typed, for an act that checks it. */
  public String text() {
    return name;
  }

  public String checked() {
    Names.check("--name", name);
    return name.strip();
  }
}
