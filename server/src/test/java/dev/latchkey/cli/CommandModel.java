package dev.latchkey.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command as its help describes it. */
record CommandModel(CommandSpec spec) {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final Pattern DEFAULT = Pattern.compile("\\s*\\(default: ([^)]*)\\)");

  /** An option or a file: how it is written, what it means, and what holds without it. */
  record Argument(String usage, String meaning, String otherwise) {}

  /** The command {@code latchkey} itself, and all commands that are not hidden, in their order. */
  static List<CommandModel> all() {
    var all = new ArrayList<CommandModel>();
    add(Cli.commandLine(), all);
    return all;
  }

  private static void add(CommandLine line, List<CommandModel> all) {
    CommandSpec spec = line.getCommandSpec();
    if (!spec.usageMessage().hidden()) {
      all.add(new CommandModel(spec));
      line.getSubcommands().values().forEach(each -> add(each, all));
    }
  }

  static CommandModel named(String name) {
    return all().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no command " + name));
  }

  /** The full name without the name of the program; empty for the program itself. */
  String name() {
    return spec.qualifiedName().replaceFirst("^latchkey ?", "");
  }

  /** Whether it only holds other commands. */
  boolean isGroup() {
    return !spec.subcommands().isEmpty();
  }

  List<String> description() {
    return List.of(spec.usageMessage().description());
  }

  /** The lines of the examples, without their indentation. */
  List<String> exampleLines() {
    return Arrays.stream(spec.usageMessage().footer()).map(line -> line.substring(2)).toList();
  }

  /** The examples, each as one line. */
  List<String> examples() {
    String joined = String.join("\n", exampleLines()).replaceAll("\\s*\\\\\n\\s*", " ");
    return joined.isEmpty() ? List.of() : joined.lines().toList();
  }

  /** The words of an example, as a shell splits them. */
  static List<String> words(String example) {
    return WORD.matcher(example)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  Optional<OptionSpec> option(String name) {
    return Optional.ofNullable(spec.findOption(name));
  }

  boolean hasJson() {
    return option("--json").isPresent();
  }

  List<Argument> arguments() {
    Stream<Argument> files = spec.positionalParameters().stream().map(CommandModel::argument);
    return Stream.concat(files, options().map(CommandModel::argument)).toList();
  }

  /** The options except those that every command has. */
  private Stream<OptionSpec> options() {
    return spec.options().stream()
        .filter(option -> !option.usageHelp() && !option.versionHelp())
        .sorted((a, b) -> a.longestName().compareTo(b.longestName()));
  }

  private static Argument argument(OptionSpec option) {
    String names = String.join(", ", option.names());
    String usage = option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    return argument(usage, option, option.required());
  }

  private static Argument argument(PositionalParamSpec file) {
    return argument(file.paramLabel(), file, file.arity().min() > 0);
  }

  private static Argument argument(String usage, ArgSpec spec, boolean isRequired) {
    String text = Arrays.stream(spec.description()).collect(Collectors.joining(" "));
    Matcher otherwise = DEFAULT.matcher(text);
    String meaning = otherwise.replaceAll("");
    if (otherwise.reset().find()) {
      return new Argument(usage, meaning, otherwise.group(1));
    }
    if (spec.group() != null) {
      return new Argument(usage, meaning, "one of them is required");
    }
    return new Argument(usage, meaning, isRequired ? "required" : "");
  }

  @Override
  public String toString() {
    return spec.qualifiedName();
  }
}
