package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Kind;
import dev.latchkey.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Writes the results of all phases as tables, to the terminal and to a file. */
final class Report {
  private static final Path FILE = Checkout.file("torture/target/reliability.md");

  private final List<Row> rows = new ArrayList<>();

  private record Row(String store, Result result) {}

  void add(String store, Result result) {
    rows.add(new Row(store, result));
  }

  void write() {
    String text = text();
    System.out.println(text);
    try {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, text);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private String text() {
    return whole()
        + "\nSeconds without a success on any node, from the strike to the first success after"
        + " the repair (median / longest of all strikes):\n\n"
        + times(row -> row.result().anyNode()::get)
        + "\nSeconds from the repair to the first success on the node that had been"
        + " struck:\n\n"
        + times(row -> row.result().struckNode()::get);
  }

  private String whole() {
    var text = new StringBuilder();
    line(text, "Store", "Fault", "Strikes", "Operations", "Without an answer", "Violations");
    line(text, "---", "---", "---:", "---:", "---:", "---:");
    for (Row row : rows) {
      Result.Counts counts = row.result().counts();
      line(
          text,
          row.store(),
          row.result().fault(),
          number(counts.strikes()),
          number(counts.operations()),
          number(counts.unknown()),
          number(row.result().violations().size()));
    }
    line(
        text,
        "all",
        "",
        number(rows.stream().mapToLong(row -> row.result().counts().strikes()).sum()),
        number(rows.stream().mapToLong(row -> row.result().counts().operations()).sum()),
        number(rows.stream().mapToLong(row -> row.result().counts().unknown()).sum()),
        number(rows.stream().mapToLong(row -> row.result().violations().size()).sum()));
    return text.toString();
  }

  private String times(Function<Row, Function<Kind, Times>> which) {
    var text = new StringBuilder();
    line(text, "Store", "Fault", "Check", "Refresh", "Revoke", "Exchange", "Consent");
    line(text, "---", "---", "---:", "---:", "---:", "---:", "---:");
    for (Row row : rows) {
      List<Times> times = Result.MEASURED.stream().map(which.apply(row)).toList();
      if (times.stream().anyMatch(each -> each.longest() > 0)) {
        var cells = new ArrayList<>(List.of(row.store(), row.result().fault()));
        times.forEach(each -> cells.add(each.toString()));
        line(text, cells.toArray(String[]::new));
      }
    }
    return text.toString();
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static void line(StringBuilder to, String... cells) {
    to.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
