package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The fields that the commands of a test have printed with {@code --json}. */
public final class PrintedFields {
  /** The field of an audit entry whose fields are those that a change has changed. */
  private static final String OF_ANY_CHANGE = "detail";

  private final Map<String, Set<String>> printed = new TreeMap<>();
  private final Map<String, Set<String>> documented;

  public PrintedFields() {
    try {
      this.documented = FieldTable.ofCommands();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  public void note(Command run, String... arguments) {
    assertThat(run.err()).doesNotContain("latchkey: ");
    note(run.document(), "", printed.computeIfAbsent(name(arguments), name -> new TreeSet<>()));
  }

  private String name(String... arguments) {
    String line = String.join(" ", arguments) + " ";
    return documented.keySet().stream()
        .filter(name -> line.startsWith(name + " "))
        .max(Comparator.comparingInt(String::length))
        .orElseThrow();
  }

  private static void note(JsonNode node, String above, Set<String> fields) {
    if (node.isArray()) {
      node.forEach(each -> note(each, above, fields));
    }
    node.properties()
        .forEach(field -> {
          fields.add(above + field.getKey());
          if (!field.getKey().equals(OF_ANY_CHANGE)) {
            note(field.getValue(), above + field.getKey() + ".", fields);
          }
        });
  }

  public void assertAsDocumented() {
    assertThat(printed)
        .allSatisfy((command, fields) ->
            assertThat(documented.getOrDefault(command, Set.of()))
                .as(command)
                .containsExactlyInAnyOrderElementsOf(fields));
  }
}
