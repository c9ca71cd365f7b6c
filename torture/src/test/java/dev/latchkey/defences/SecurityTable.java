package dev.latchkey.defences;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tests that are named in the rows of docs/security/requirements.md. Only rows with a number,
 * or with a letter and a number, are read.
 */
final class SecurityTable {
  private static final Path FILE = Checkout.file("docs/security/requirements.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z]?[0-9]+) \\|.*\\|([^|]*)\\|$");

  /** A test class, a method of a test class, or a further method of the class named before it. */
  private static final Pattern TEST =
      Pattern.compile("`(?:([A-Z]\\w*Test)(?:\\.(\\w+))?|\\.?([a-z]\\w*_\\w+))`");

  private final Map<String, Set<NamedTest>> rows = new LinkedHashMap<>();

  SecurityTable() throws IOException {
    Matcher row = ROW.matcher(Files.readString(FILE));
    while (row.find()) {
      rows.put(row.group(1), namedIn(row.group(2)));
    }
  }

  /** The tests of a row; empty if there is no such row. */
  Set<NamedTest> tests(String row) {
    return rows.getOrDefault(row, Set.of());
  }

  /** Whether the row names this test or its whole class. */
  boolean names(String row, NamedTest test) {
    return tests(row).stream().anyMatch(named -> named.covers(test));
  }

  /** The rows that name at least one test. */
  Set<String> rows() {
    var named = new LinkedHashSet<>(rows.keySet());
    named.removeIf(row -> tests(row).isEmpty());
    return named;
  }

  private static Set<NamedTest> namedIn(String cell) {
    var tests = new TreeSet<NamedTest>();
    Matcher test = TEST.matcher(cell);
    String type = "";
    while (test.find()) {
      type = test.group(1) == null ? type : test.group(1);
      String method = test.group(2) == null ? test.group(3) : test.group(2);
      tests.add(new NamedTest(type, Optional.ofNullable(method)));
    }
    return tests;
  }
}
