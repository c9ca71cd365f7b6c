package dev.latchkey.defences;

import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One file of torture/src/test/defences. It says which code to remove, and which tests must fail
 * without it.
 *
 * <pre>
 * # a comment
 * row 16
 * test AuthorizeTest.a_malformed_verifier_is_refused
 * file src/main/java/dev/latchkey/model/token/CodeChallenge.java
 *   a line that stays
 * - a line that is removed
 * + a line that is added
 * </pre>
 *
 * Lines of the first three kinds may occur several times. Each further line with {@code file}
 * begins another edit. Files are named from the directory of the server, a script of the project as
 * in {@code ../packaging/latchkey}. An edit in which all lines stay only compiles its file again.
 * This is needed if the file uses a constant that another edit changes, because the compiler copies
 * the value of a constant.
 */
record Defence(String name, Set<String> rows, List<NamedTest> tests, List<Edit> edits) {
  static final Path DIRECTORY = Checkout.file("torture/src/test/defences");

  static List<Defence> all() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .filter(file -> file.toString().endsWith(".edit"))
          .sorted()
          .map(Defence::read)
          .toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  static Defence read(Path file) {
    try {
      String name = file.getFileName().toString().replace(".edit", "");
      return parse(name, Files.readAllLines(file));
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  static Defence parse(String name, List<String> lines) {
    var parser = new Parser();
    lines.forEach(parser::read);
    parser.endEdit();
    return new Defence(name, parser.rows, parser.tests, parser.edits);
  }

  /** The content that each edited file has without the defence. */
  SequencedMap<Path, String> sourcesWithout() {
    var sources = new LinkedHashMap<Path, String>();
    for (Edit edit : edits) {
      String source = sources.get(edit.file());
      sources.put(edit.file(), source == null ? edit.applied() : edit.applied(source));
    }
    return sources;
  }

  private static final class Parser {
    private final Set<String> rows = new LinkedHashSet<>();
    private final List<NamedTest> tests = new ArrayList<>();
    private final List<Edit> edits = new ArrayList<>();
    private String file = "";
    private StringBuilder before = new StringBuilder();
    private StringBuilder after = new StringBuilder();

    private void read(String line) {
      if (line.isBlank() || line.startsWith("#")) {
        return;
      }
      String rest = line.substring(line.indexOf(' ') + 1);
      switch (line.substring(0, line.indexOf(' '))) {
        case "row" -> rows.add(rest);
        case "test" -> tests.add(NamedTest.parse(rest));
        case "file" -> {
          endEdit();
          file = rest;
        }
        case "-" -> before.append(rest).append('\n');
        case "+" -> after.append(rest).append('\n');
        case "" -> {
          before.append(rest).append('\n');
          after.append(rest).append('\n');
        }
        default -> throw new IllegalArgumentException("unknown line: " + line);
      }
    }

    private void endEdit() {
      if (!file.isEmpty()) {
        edits.add(new Edit(Path.of(file), before.toString(), after.toString()));
      }
      before = new StringBuilder();
      after = new StringBuilder();
    }
  }
}
