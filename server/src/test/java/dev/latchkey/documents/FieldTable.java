package dev.latchkey.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of the fields that commands print, in the documentation. */
public final class FieldTable {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ((?:`[a-z -]+`(?:, )?)+) \\| ([^|]*) \\|[^|]*\\|$");
  private static final Pattern PART = Pattern.compile("(?m)^\\| \\*([a-z]+)\\* \\| ([^|]*) \\|$");
  private static final Pattern REFERENCE = Pattern.compile("\\*([a-z]+)\\*");
  private static final Pattern NAME = Pattern.compile("`([a-z -]+)`");
  private static final Pattern FIELD = Pattern.compile("`([a-z_]+)`|[()]");

  private FieldTable() {}

  /** The fields of each command in the table. Those in parentheses are within the one before. */
  public static Map<String, Set<String>> ofCommands() throws IOException {
    var documented = new TreeMap<String, Set<String>>();
    String page = Files.readString(Checkout.file("docs/reference/commands.md"));
    Map<String, String> parts = parts(page);
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      Set<String> fields = fields(expanded(row.group(2), parts));
      NAME.matcher(row.group(1))
          .results()
          .forEach(name ->
              assertThat(documented.put(name.group(1), fields))
                  .as("the other row of " + name.group(1))
                  .isNull());
    }
    return documented;
  }

  /** Fields that several commands print, by their name in the table. */
  private static Map<String, String> parts(String page) {
    var parts = new TreeMap<String, String>();
    PART.matcher(page)
        .results()
        .forEach(part -> parts.put(part.group(1), expanded(part.group(2), parts)));
    return parts;
  }

  private static String expanded(String cell, Map<String, String> parts) {
    return REFERENCE.matcher(cell).replaceAll(name -> parts.get(name.group(1)));
  }

  private static Set<String> fields(String cell) {
    var fields = new TreeSet<String>();
    var above = new ArrayDeque<String>(List.of(""));
    String last = "";
    Matcher next = FIELD.matcher(cell);
    while (next.find()) {
      switch (next.group()) {
        case "(" -> above.push(last + ".");
        case ")" -> above.pop();
        default -> {
          last = above.element() + next.group(1);
          fields.add(last);
        }
      }
    }
    return fields;
  }
}
