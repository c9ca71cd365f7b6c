package dev.latchkey.cli.option;

import java.io.PrintWriter;
import java.util.List;

/** Prints lines with the same number of cells as a table with aligned columns. */
public final class TextTable {
  private static final String GAP = "  ";

  private TextTable() {}

  public static void print(PrintWriter out, List<List<String>> lines) {
    for (List<String> line : lines) {
      var text = new StringBuilder();
      for (int column = 0; column < line.size(); column++) {
        String cell = line.get(column);
        text.append(cell).append(" ".repeat(width(lines, column) - cell.length())).append(GAP);
      }
      out.println(text.toString().stripTrailing());
    }
  }

  private static int width(List<List<String>> lines, int column) {
    return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
  }
}
