package dev.latchkey.app.demo.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A row of a table of the sample data. */
record TableRow(List<String> cells) {
  /** The rows of a table. A line that begins with a number sign is a comment. */
  static List<TableRow> of(String table) {
    try (InputStream text = TableRow.class.getResourceAsStream("/demo/" + table + ".txt")) {
      return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> new TableRow(Arrays.stream(line.split("\\|")).map(String::strip).toList()))
          .toList();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  String text(int column) {
    return cells.get(column);
  }

  int number(int column) {
    return Integer.parseInt(text(column));
  }

  /** The parts of a cell; none if the row ends before it. */
  Stream<String> parts(int column, String separator) {
    return column < cells.size() ? Arrays.stream(text(column).split(separator)) : Stream.empty();
  }
}
