package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the configuration and the program name the same keys, with the same defaults. */
class ConfigurationPageTest {
  private static final Pattern HEAD = Pattern.compile("\\| (?:`([a-z]+):` key|Key) \\| Default .*");
  private static final Pattern ROW = Pattern.compile("\\| (`[^|]+`) \\|([^|]*)\\|.*");
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  @Test
  void every_key_of_the_program_is_on_the_page_and_no_other() throws IOException {
    var known = new TreeSet<String>();
    for (Value value : defaults()) {
      known.add(value.key());
      known.add(value.key().split("\\.", 2)[0]);
    }

    assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void the_defaults_in_sections_are_those_of_the_program() throws IOException {
    Map<String, String> documented = documented();
    for (Value value : defaults()) {
      if (value.key().contains(".")) {
        assertThat(documented.get(value.key())).as(value.key()).isEqualTo(value.text());
      }
    }
  }

  private static List<Value> defaults() {
    return ConfigFile.load(Optional.empty(), Map.of()).values();
  }

  /** The default of each key, without quotes and commas. */
  private static Map<String, String> documented() throws IOException {
    var documented = new TreeMap<String, String>();
    Optional<String> section = Optional.empty();
    for (String line : Files.readAllLines(Checkout.file("docs/reference/configuration.md"))) {
      Matcher head = HEAD.matcher(line);
      Matcher row = ROW.matcher(line);
      if (head.matches()) {
        section = Optional.of(head.group(1) == null ? "" : head.group(1) + ".");
      } else if (!line.startsWith("|")) {
        section = Optional.empty();
      } else if (section.isPresent() && row.matches()) {
        String text = row.group(2).replaceAll("[`,]", "").strip();
        for (String name : names(row.group(1))) {
          assertThat(documented.put(section.get() + name, text))
              .as("the other row of " + name)
              .isNull();
        }
      }
    }
    return documented;
  }

  private static List<String> names(String cell) {
    return NAME.matcher(cell).results().map(name -> name.group(1)).collect(Collectors.toList());
  }
}
