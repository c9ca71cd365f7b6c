package dev.latchkey.edge.http;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes CSV as RFC 4180 describes it: lines end in CR LF, and a quotation mark is doubled. */
public final class Csv {
  /**
   * The beginning of a formula. The full-width signs belong to it because Japanese and Chinese
   * spreadsheets accept them too.
   */
  private static final Pattern FORMULA =
      Pattern.compile("(^|[;|,\\t\\r\\n])([\\s\"&&[^\\t\\r\\n]]*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20])");

  private Csv() {}

  public static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\r\n";
  }

  /**
   * Writes one cell. Spreadsheets read a cell that begins with certain signs as a formula; an
   * apostrophe before the sign makes the cell a text again.
   *
   * <p>In many countries, spreadsheets expect semicolons or tabs between cells. They split one cell
   * of this file at these characters. So a sign that follows one of them gets an apostrophe too,
   * even with quotes or spaces between the two. For example {@code a;=1+1} becomes {@code a;'=1+1}.
   */
  private static String cell(String text) {
    String safe = FORMULA.matcher(text).replaceAll("$1'$2");
    return safe.matches("(?s).*[\",\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
