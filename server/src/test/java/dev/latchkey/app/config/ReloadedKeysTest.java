package dev.latchkey.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The column SIGHUP of the reference says of each key what the program does. */
class ReloadedKeysTest {
  private static final Pattern HEAD =
      Pattern.compile("\\| (?:`(\\w+):` key|Key) \\|.*\\| SIGHUP \\|.*");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  @Test
  void the_reference_marks_the_keys_that_need_a_restart() throws IOException {
    Map<String, String> marks = marks();

    assertThat(marks.values()).containsOnly("at once", "restart");
    assertThat(
            marks.entrySet().stream()
                .filter(mark -> mark.getValue().equals("restart"))
                .map(Map.Entry::getKey))
        .containsExactlyInAnyOrderElementsOf(Reload.AT_START);
  }

  @Test
  void the_reference_has_a_mark_for_every_key() throws IOException {
    Set<String> keys =
        ConfigFile.load(Optional.empty(), Map.of()).values().stream()
            .map(Value::key)
            .map(key -> key.split("[.\\[]", 2)[0])
            .collect(Collectors.toSet());

    assertThat(marks().keySet()).containsAll(keys);
  }

  /** The marks by the full name of each key. */
  private static Map<String, String> marks() throws IOException {
    var marks = new TreeMap<String, String>();
    Optional<String> section = Optional.empty();
    int column = -1;
    for (String line : Files.readAllLines(Checkout.file("docs/reference/configuration.md"))) {
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        section = Optional.ofNullable(head.group(1));
        column = Arrays.asList(line.split(" \\| ")).indexOf("SIGHUP");
      } else if (!line.startsWith("|")) {
        column = -1;
      } else if (column > 0 && line.startsWith("| `")) {
        String[] cells = line.split(" \\| ");
        for (MatchResult name : NAME.matcher(cells[0]).results().toList()) {
          String start = section.map(title -> title + ".").orElse("");
          marks.put(start + name.group(1), cells[column]);
        }
      }
    }
    return marks;
  }
}
