package dev.latchkey.cli;

import dev.latchkey.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a command prints its result: as text for people, or as one JSON document for programs. Both
 * are made from the same fields, so neither says less than the other.
 */
final class ResultOptions {
    private static final String NOTHING = "-";

    @Option(
            names = "--json",
            description = "Print the result as one JSON document (docs/reference/commands.md).")
    private boolean isJson;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    boolean isJson() {
        return isJson;
    }

    /** Prints rows as a table of these columns. JSON has all fields of the rows. */
    void printList(Listing listing, List<String> columns) {
        ObjectNode json = Json.object();
        json.putArray(listing.name()).addAll(listing.rows());
        if (isPrintedAsJson(json.put("total", listing.total()))) {
            return;
        }
        var lines = new ArrayList<List<String>>();
        lines.add(columns.stream().map(each -> each.toUpperCase(Locale.ROOT)).toList());
        for (ObjectNode row : listing.rows()) {
            lines.add(columns.stream().map(column -> text(row.path(column))).toList());
        }
        TextTable.print(out(), lines);
        if (listing.isCut()) {
            command.commandLine()
                    .getErr()
                    .printf(
                            Locale.ROOT,
                            "%,d of %,d. Print others with --page and --limit.%n",
                            listing.rows().size(),
                            listing.total());
        }
    }

    /** Prints all fields of one object. */
    void printFields(ObjectNode json) {
        if (isPrintedAsJson(json)) {
            return;
        }
        var lines = new ArrayList<List<String>>();
        json.properties()
                .forEach(field -> lines.add(List.of(field.getKey(), text(field.getValue()))));
        TextTable.print(out(), lines);
    }

    /** Prints what was done. The sentence is for people, and has all that the fields have. */
    void printDone(ObjectNode json, String sentence) {
        if (!isPrintedAsJson(json)) {
            out().println(sentence);
        }
    }

    private boolean isPrintedAsJson(ObjectNode json) {
        if (isJson) {
            out().println(new String(Json.bytes(json), StandardCharsets.UTF_8));
        }
        return isJson;
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
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
        return value.isMissingNode() || value.isNull() ? NOTHING : value.asString();
    }
}
