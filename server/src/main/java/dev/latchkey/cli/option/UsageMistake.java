package dev.latchkey.cli.option;

import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what was perhaps meant. */
public final class UsageMistake {
  private final ParameterException mistake;
  private final CommandSpec command;

  public UsageMistake(ParameterException mistake) {
    this.mistake = mistake;
    this.command = mistake.getCommandLine().getCommandSpec();
  }

  /** One line that ends with the command that prints the help. */
  public String line() {
    return what() + " (try: " + command.qualifiedName() + " --help)";
  }

  private String what() {
    if (mistake instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getUnmatched().getFirst());
    }
    String message = String.valueOf(mistake.getMessage());
    if (message.equals("Missing required subcommand")) {
      return "name a command: " + String.join(", ", commands());
    }
    return message
        .replaceFirst("^Error: ", "")
        .replace("is not an int", "is not a whole number")
        .replace("is not a long", "is not a whole number");
  }

  private String unmatched(String argument) {
    if (argument.startsWith("-")) {
      String name = argument.split("=", 2)[0];
      return "there is no option " + name + "." + SimilarNames.to(name, options());
    }
    if (commands().isEmpty()) {
      return command.qualifiedName() + " has no use for the argument " + argument;
    }
    return "there is no command " + argument + "." + SimilarNames.to(argument, commands());
  }

  private Collection<String> options() {
    return command.optionsMap().keySet();
  }

  private List<String> commands() {
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(each -> !each.usageMessage().hidden())
        .map(CommandSpec::name)
        .toList();
  }
}
