package dev.latchkey.fuzz;

import dev.latchkey.edge.http.Headers;
import java.util.ArrayList;
import java.util.List;

/** The header fields of an input: one field per line, with the name before the first colon. */
public record SentHeaders(List<Field> fields) implements Headers {
  public record Field(String name, String value) {}

  public static SentHeaders in(String text) {
    var fields = new ArrayList<Field>();
    for (String line : text.split("\n")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.add(new Field(line.substring(0, colon), visible(line.substring(colon + 1)).strip()));
      }
    }
    return new SentHeaders(List.copyOf(fields));
  }

  /** Removes the characters that the reader of heads would refuse. */
  private static String visible(String value) {
    return value.replaceAll("[\\x00-\\x08\\x0a-\\x1f\\x7f]", "");
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<String>();
    for (Field field : fields) {
      if (names.stream().noneMatch(field.name()::equalsIgnoreCase)) {
        names.add(field.name());
      }
    }
    return names;
  }

  @Override
  public List<String> all(String name) {
    return fields.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .toList();
  }
}
