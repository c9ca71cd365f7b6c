package dev.latchkey.cli.option;

import dev.latchkey.edge.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a command prints its result: as text for people, or as one JSON document for programs. Both
 * are made from the same fields, so neither says less than the other.
 */
public final class ResultOptions {
  private static final String NOTHING = "-";

  /** Callers choose some texts, such as a user agent, and must not command the terminal. */
  private static final Pattern COMMANDS_OF_TERMINALS =
      Pattern.compile("[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");

  @Option(
      names = "--json",
      description = "Print the result as one JSON document (docs/reference/commands.md).")
  private boolean isJson;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  public boolean isJson() {
    return isJson;
  }

  /** Prints rows as a table of these columns. JSON has all fields of the rows. */
  public void printList(Listing listing, List<String> columns) {
    printList(
        listing,
        out -> {
          printTable(out, listing.rows(), columns);
          if (listing.isCut()) {
            advise(
                String.format(
                    Locale.ROOT,
                    "%,d of %,d%s. Print others with --page and --limit.",
                    listing.rows().size(),
                    listing.total(),
                    listing.isMore() ? "+" : ""));
          }
        });
  }

  /** Prints these fields of the rows as the columns of a table. */
  public static void printTable(PrintWriter out, List<ObjectNode> rows, List<String> columns) {
    var lines = new ArrayList<List<String>>();
    lines.add(columns.stream().map(column -> column.toUpperCase(Locale.ROOT)).toList());
    for (ObjectNode row : rows) {
      lines.add(columns.stream().map(column -> text(row.path(column))).toList());
    }
    TextTable.print(out, lines);
  }

  /** Prints rows in JSON, or as this text for people. */
  public void printList(Listing listing, Consumer<PrintWriter> asText) {
    ObjectNode json = Json.object();
    json.putArray(listing.name()).addAll(listing.rows());
    print(json.put("total", listing.total()), asText);
  }

  /** Prints all fields of one object. */
  public void printFields(ObjectNode json) {
    var lines = new ArrayList<List<String>>();
    json.properties().forEach(field -> lines.add(List.of(field.getKey(), text(field.getValue()))));
    print(json, out -> TextTable.print(out, lines));
  }

  /** Prints what was done. The sentence is for people, and has all that the fields have. */
  public void printDone(ObjectNode json, String sentence) {
    print(json, out -> out.println(sentence));
  }

  /** Prints a credential with the secret or token in this field, which is shown only now. */
  public void printIssued(ObjectNode json, String field) {
    printDone(
        json,
        "client_id: %s%n%s, shown once: %s"
            .formatted(text(json.path("client_id")), field, text(json.path(field))));
  }

  public void print(ObjectNode json, Consumer<PrintWriter> asText) {
    PrintWriter out = command.commandLine().getOut();
    if (isJson) {
      out.println(new String(Json.bytes(json), StandardCharsets.UTF_8));
    } else {
      asText.accept(out);
    }
  }

  /** Prints a step on the way to the result. It is not part of the JSON document. */
  public void printStep(String step) {
    CommandLine line = command.commandLine();
    (isJson ? line.getErr() : line.getOut()).println(step);
  }

  /** Says what to do next or to keep in mind. It never stands between parts of the result. */
  public void advise(String sentence) {
    command.commandLine().getErr().println(inSameStore(sentence));
  }

  /** A text with commands to type, as they are typed for the store of this command. */
  public String inSameStore(String text) {
    return new SameStore(command).in(text);
  }

  private static String text(JsonNode value) {
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(ResultOptions::text)
          .collect(Collectors.joining(","));
    }
    if (value.isObject()) {
      return value.properties().stream()
          .map(field -> field.getKey() + "=" + text(field.getValue()))
          .collect(Collectors.joining(" "));
    }
    return value.isMissingNode() || value.isNull()
        ? NOTHING
        : COMMANDS_OF_TERMINALS.matcher(value.asString()).replaceAll("\uFFFD");
  }
}
