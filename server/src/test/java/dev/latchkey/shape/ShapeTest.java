package dev.latchkey.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is too long or too wide is in a list that may only become shorter. When it has, run this
 * test with {@code -Dshape.write=true}, which replaces the lists.
 */
class ShapeTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path LISTS = Path.of("src/test/shape");
  private static final Map<Shape.Rule, Map<String, Integer>> EXCESS = new Shape(ROOT).excess();

  @ParameterizedTest
  @EnumSource
  void nothing_became_worse_and_the_list_is_no_longer_than_what_is_left(Shape.Rule rule)
      throws IOException {
    Path list = LISTS.resolve(rule.name().toLowerCase(Locale.ROOT) + ".txt");
    Map<String, Integer> excess = EXCESS.getOrDefault(rule, Map.of());
    if (Boolean.getBoolean("shape.write")) {
      write(list, excess);
    }

    Map<String, Integer> listed = read(list);
    var wrong = new TreeMap<String, String>();
    var places = new TreeSet<>(excess.keySet());
    places.addAll(listed.keySet());
    for (String place : places) {
      int found = excess.getOrDefault(place, 0);
      int allowed = listed.getOrDefault(place, 0);
      if (found > allowed) {
        wrong.put(place, "has %d, more than %d".formatted(found, Math.max(allowed, rule.enough)));
      } else if (found < allowed) {
        wrong.put(place, "has %d: lower it in %s".formatted(found, list));
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A reason says the rule, the place or what its path begins with, and why it may be so. */
  @Test
  void each_place_in_a_list_has_a_reason_and_each_reason_a_place() throws IOException {
    List<String> reasons = Files.readAllLines(LISTS.resolve("reasons.txt"));
    var places =
        EXCESS.entrySet().stream()
            .flatMap(rule ->
                rule.getValue().keySet().stream()
                    .map(place -> rule.getKey().name().toLowerCase(Locale.ROOT) + " " + place))
            .toList();

    assertThat(reasons).allMatch(reason -> reason.split(" ").length > 5);
    assertThat(places)
        .allMatch(place -> reasons.stream().anyMatch(reason -> isAbout(reason, place)));
    assertThat(reasons)
        .allMatch(reason -> places.stream().anyMatch(place -> isAbout(reason, place)));
  }

  private static boolean isAbout(String reason, String place) {
    String[] words = reason.split(" ");
    return place.startsWith(words[0] + " " + words[1]);
  }

  private static Map<String, Integer> read(Path list) throws IOException {
    var listed = new TreeMap<String, Integer>();
    for (String line : Files.readAllLines(list)) {
      String[] parts = line.split(" ");
      listed.put(parts[1], Integer.valueOf(parts[0]));
    }
    return listed;
  }

  private static void write(Path list, Map<String, Integer> excess) throws IOException {
    Files.createDirectories(list.getParent());
    Files.write(
        list,
        excess.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey()).toList());
  }
}
