package dev.latchkey.cli.option;

import dev.latchkey.cli.Cli;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Repeats the options that say where the store is in every command that a message tells people to
 * type. Without them the command would act on the store of the directory in which it is typed.
 */
public final class SameStore {
  private static final Pattern CALL = Pattern.compile("\\blatchkey(?<words>(?: [a-z][a-z-]*)+)");

  /** What a shell takes literally. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  private final CommandSpec command;

  public SameStore(CommandSpec command) {
    this.command = command;
  }

  public String in(String message) {
    return CALL.matcher(message)
        .replaceAll(call -> Matcher.quoteReplacement(withOptions(call.group("words"))));
  }

  /** The words of a command, and perhaps of the sentence after it. */
  private String withOptions(String words) {
    CommandSpec named = Cli.commandLine(words.strip().split(" ")).getCommandSpec();
    String rest = words;
    while (!rest.isEmpty()) {
      String word = rest.strip().split(" ", 2)[0];
      CommandLine next = named.subcommands().get(word);
      if (next == null) {
        break;
      }
      named = next.getCommandSpec();
      rest = rest.substring(word.length() + 1);
    }
    return named.qualifiedName() + options(named) + rest;
  }

  /** Those options of this command that the other one has too. */
  private String options(CommandSpec other) {
    return Stream.of("--config", "--data", "--database")
        .filter(name -> other.findOption(name) != null)
        .map(command::findOption)
        .filter(Objects::nonNull)
        .filter(option -> !option.originalStringValues().isEmpty())
        .map(option -> " " + option.longestName() + " " + value(option))
        .collect(Collectors.joining());
  }

  /**
   * A file has its whole path, so that the command can be typed in any directory. The address of a
   * database may have a password, which no message shows.
   */
  private static String value(OptionSpec option) {
    String given = option.originalStringValues().getFirst();
    return option.type() == Path.class
        ? quoted(Path.of(given).toAbsolutePath().normalize().toString())
        : "…";
  }

  private static String quoted(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
