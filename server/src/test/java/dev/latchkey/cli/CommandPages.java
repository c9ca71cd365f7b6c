package dev.latchkey.cli;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Writes the page of all commands and options, and the manual page, as the program knows them. */
final class CommandPages {
  private static final String INTRODUCTION =
      """
      # Commands and options

      Every command with its options and examples, written from the program. [The command line](commands.md) has what all commands have in common.
      `./latchkey bench` of a checkout has [its own page](../../bench/README.md).

      Every command has `--help` and `--version`. Unless its section names fewer of them, it also has these options:

      """;

  private static final String MANUAL_HEAD =
      """
      .\\" Written from the program: see CommandPagesTest.
      .TH LATCHKEY 1 "" "Latchkey" "User Commands"
      .nh
      .ad l
      .SH NAME
      latchkey \\- credentials and tokens for the open interface of a platform
      .SH SYNOPSIS
      .B latchkey
      .I COMMAND
      .RI [ OPTIONS ]
      .SH DESCRIPTION
      Latchkey issues OAuth 2.0 credentials and tokens to apps of people and to machines, has pages to manage them, and
      lets calls to the open interface through only with the right scope.
      .PP
      Commands that manage something run beside a running service, with the same
      .BR \\-\\-config ", " \\-\\-data " or " \\-\\-database .
      What a command has ended is inactive, at every check on every node, before the command ends.
      Every command has
      .B \\-\\-help
      and
      .BR \\-\\-version .
      .PP
      With
      .B \\-\\-json
      a command prints its result as one JSON document on standard output. Steps, advice and mistakes are printed on
      standard error.
      .SH COMMANDS
      """;

  private static final String MANUAL_END =
      """
      .SH EXIT STATUS
      .TP
      .B 0
      The command is done.
      .TP
      .B 1
      There is a problem with configuration, port, store, lock or key file, or the command was refused. One line on
      standard error gives the reason.
      .TP
      .B 2
      The command line was wrong.
      .TP
      .B 3
      The Java heap was exhausted.
      .TP
      .B 70
      A thread that the service cannot do without has failed, or memory other than the heap was exhausted.
      .SH ENVIRONMENT
      .TP
      .B LATCHKEY_...
      Every key of the configuration can be set by a variable: LATCHKEY_PORT, LATCHKEY_MAIL__HOST.
      .TP
      .B LATCHKEY_JAVA_OPTIONS
      Options for the Java virtual machine, such as \\-Xmx512m.
      .SH FILES
      .TP
      .I /etc/latchkey/latchkey.yaml
      The configuration of the service that the package installs.
      .TP
      .I /var/lib/latchkey
      Its data.
      .TP
      .I /usr/share/doc/latchkey
      The documentation.
      """;

  private static final Collector<CommandModel, ?, String> LINKS =
      Collectors.mapping(CommandPages::link, Collectors.joining(", "));

  private CommandPages() {}

  static String markdown() {
    List<CommandModel> commands =
        CommandModel.all().stream().filter(each -> !each.name().isEmpty()).toList();
    Set<CommandModel.Argument> shared = shared(commands);
    return INTRODUCTION
        + list(shared)
        + "\nThe commands:\n\n"
        + commands.stream()
            .filter(each -> !each.isGroup())
            .collect(Collectors.groupingBy(CommandPages::group, LinkedHashMap::new, LINKS))
            .values()
            .stream()
            .map("- %s\n"::formatted)
            .collect(Collectors.joining())
        + commands.stream()
            .filter(each -> !each.isGroup())
            .map(each -> section(each, shared))
            .collect(Collectors.joining());
  }

  /** Options that mean the same wherever they are, and are described once. */
  private static Set<CommandModel.Argument> shared(List<CommandModel> commands) {
    Map<CommandModel.Argument, Long> uses =
        commands.stream()
            .flatMap(each -> each.arguments().stream())
            .collect(
                Collectors.groupingBy(
                    Function.identity(), LinkedHashMap::new, Collectors.counting()));
    uses.values().removeIf(count -> count < commands.size() / 2);
    return uses.keySet();
  }

  /** The first word of a command in a group. Other commands are together. */
  private static String group(CommandModel command) {
    String[] words = command.name().split(" ");
    return words.length == 1 ? "" : words[0];
  }

  private static String link(CommandModel command) {
    return "[`%s`](#%s)".formatted(command.name(), command.name().replace(' ', '-'));
  }

  private static String section(CommandModel command, Set<CommandModel.Argument> shared) {
    var text = new StringBuilder("\n## " + command.name() + "\n\n");
    text.append(String.join("\n", command.description())).append("\n");
    List<CommandModel.Argument> own =
        command.arguments().stream().filter(each -> !shared.contains(each)).toList();
    if (!own.isEmpty()) {
      text.append("\n").append(list(own));
    }
    List<CommandModel.Argument> others =
        command.arguments().stream().filter(shared::contains).toList();
    if (others.size() < shared.size()) {
      String names =
          others.stream()
              .map(each -> "`" + each.usage().replaceFirst(" .*", "") + "`")
              .collect(Collectors.joining(", "));
      text.append("\nOf the options above: ")
          .append(names.isEmpty() ? "none" : names)
          .append(".\n");
    }
    if (!command.exampleLines().isEmpty()) {
      text.append("\n```\n").append(String.join("\n", command.exampleLines())).append("\n```\n");
    }
    return text.toString();
  }

  private static String list(Collection<CommandModel.Argument> arguments) {
    return arguments.stream()
        .map(each -> "- `%s`: %s%s\n".formatted(each.usage(), each.meaning(), otherwise(each)))
        .collect(Collectors.joining());
  }

  private static String otherwise(CommandModel.Argument argument) {
    String otherwise = argument.otherwise();
    if (otherwise.isEmpty()) {
      return "";
    }
    return otherwise.contains("required") ? " (" + otherwise + ")" : " Default: " + otherwise + ".";
  }

  static String manual() {
    return MANUAL_HEAD
        + CommandModel.all().stream()
            .filter(each -> !each.name().isEmpty())
            .map(CommandPages::manualSection)
            .collect(Collectors.joining())
        + MANUAL_END;
  }

  private static String manualSection(CommandModel command) {
    var text = new StringBuilder(".SS latchkey " + roff(command.name()) + "\n");
    text.append(roff(String.join("\n", command.description()))).append("\n");
    for (CommandModel.Argument each : command.arguments()) {
      text.append(".TP\n.B ").append(roff(each.usage())).append("\n");
      text.append(roff(each.meaning()));
      if (!each.otherwise().isEmpty()) {
        text.append(each.otherwise().contains("required") ? " (" : " (default: ")
            .append(roff(each.otherwise()))
            .append(")");
      }
      text.append("\n");
    }
    if (!command.exampleLines().isEmpty()) {
      text.append(".PP\nFor example:\n.PP\n.nf\n");
      command.exampleLines().forEach(line -> text.append(roff(line)).append("\n"));
      text.append(".fi\n");
    }
    return text.toString();
  }

  /** Hyphens can be copied as they are typed, and no line begins with a request. */
  private static String roff(String text) {
    return text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("…", "...")
        .replaceAll("(?m)^([.'])", "\\\\&$1");
  }
}
