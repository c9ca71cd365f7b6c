package dev.latchkey.defences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The files of torture/src/test/defences must match the current program and
 * docs/security/requirements.md.
 */
class DefencesTest {
  private final List<Defence> defences = Defence.all();
  private final SecurityTable table = new SecurityTable();

  DefencesTest() throws IOException {}

  @Test
  void each_removed_passage_occurs_once_in_the_program() {
    var stale = new ArrayList<String>();
    for (Defence each : defences) {
      try {
        each.sourcesWithout();
      } catch (Edit.StaleEdit changed) {
        stale.add(each.name() + ": " + changed.getMessage());
      }
    }

    assertThat(stale).as("files of %s to adapt", Defence.DIRECTORY).isEmpty();
  }

  @Test
  void every_file_is_about_rows_that_name_its_tests() {
    for (Defence each : defences) {
      assertThat(each.edits()).as(each.name()).isNotEmpty();
      assertThat(each.tests())
          .as("%s: tests that its rows of docs/security/requirements.md name", each.name())
          .isNotEmpty()
          .allMatch(DefencesTest::exists)
          .allMatch(test -> each.rows().stream().anyMatch(row -> table.names(row, test)));
      assertThat(each.rows())
          .as("%s: rows of docs/security/requirements.md that name one of its tests", each.name())
          .isNotEmpty()
          .allMatch(row -> each.tests().stream().anyMatch(test -> table.names(row, test)));
    }
  }

  @Test
  void the_tests_that_rows_name_exist() {
    for (String row : table.rows()) {
      assertThat(table.tests(row)).as("row %s", row).allMatch(DefencesTest::exists);
    }
  }

  @Test
  void every_row_that_names_a_test_has_an_edit_or_a_reason_why_not() throws IOException {
    var proved = new HashSet<String>();
    defences.forEach(each -> proved.addAll(each.rows()));
    Set<String> unproven =
        Files.readAllLines(Defence.DIRECTORY.resolve("unproven")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.substring(0, line.indexOf(' ')))
            .collect(Collectors.toSet());

    assertThat(unproven).doesNotContainAnyElementsOf(proved);
    var all = new HashSet<>(proved);
    all.addAll(unproven);
    assertThat(all).isEqualTo(table.rows());
  }

  private static boolean exists(NamedTest test) {
    return !TestClasses.of(test).isEmpty();
  }

  @Test
  void white_space_is_ignored_and_an_ambiguous_passage_is_refused() {
    var edit = new Edit(Path.of("A.java"), "if (a.b( c)) {\n  return;\n}", "");

    assertThat(edit.applied("x; if (a\n    .b(c)) { return; } y;")).isEqualTo("x;  y;");
    assertThatThrownBy(() -> edit.applied("if (a.b(d)) { return; }"))
        .isInstanceOf(Edit.StaleEdit.class);
    assertThatThrownBy(() -> edit.applied("if (a.b(c)) {return;} if (a.b(c)) {return;}"))
        .isInstanceOf(Edit.StaleEdit.class);
  }
}
