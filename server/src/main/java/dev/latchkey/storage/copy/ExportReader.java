package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.database.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Reads the file that {@link ExportWriter} writes, and checks that it is complete and unchanged.
 */
record ExportReader(Path file) implements StoreRows {
  /** No row comes near this: what people and apps send is limited to far less. */
  static final int LONGEST_LINE = 4 << 20;

  private static final int QUOTED = 100;

  private static final Pattern ROWS = Pattern.compile("-- ([a-z_]+): ([0-9]{1,18}) rows");
  private static final Pattern COPY =
      Pattern.compile("COPY ([a-z_]+) \\(([a-z0-9_, ]+)\\) FROM stdin;");

  @Override
  public void sendTo(Receiver receiver) throws SQLException, IOException {
    try (InputStream packed = new GZIPInputStream(Files.newInputStream(file), 65_536);
        var text =
            new LineReader(new InputStreamReader(packed, StandardCharsets.UTF_8), LONGEST_LINE)) {
      checkVersion(next(text));
      var missing = new ArrayList<>(Schema.tables());
      for (String line = next(text); !line.equals(ExportWriter.LAST_LINE); line = next(text)) {
        readTable(matched(ROWS, line), missing, text, receiver);
      }
      if (!missing.isEmpty()) {
        throw broken("it has no table " + missing.getFirst());
      }
    }
    receiver.complete();
  }

  /** Nothing is filled before its name was checked. */
  private void readTable(Matcher rows, List<String> missing, LineReader text, Receiver receiver)
      throws SQLException, IOException {
    Matcher copy = matched(COPY, next(text));
    var table = new CopiedTable(copy.group(1), List.of(copy.group(2).split(", ")));
    if (!table.name().equals(rows.group(1)) || !missing.remove(table.name())) {
      throw broken("the table " + table.name() + " is not expected here");
    }
    receiver.begin(table, Long.parseLong(rows.group(2)));
    var sum = new RowSum();
    for (String row = next(text); !row.equals("\\."); row = next(text)) {
      sum.add(row);
      receiver.row(row);
    }
    String expected = next(text);
    if (!expected.equals("-- " + sum.result())) {
      throw broken("the rows of " + table.name() + " were changed");
    }
    receiver.end(table, sum.result());
  }

  private void checkVersion(String first) {
    if (!first.startsWith(ExportWriter.FIRST_LINE)) {
      throw broken("it does not begin with \"" + ExportWriter.FIRST_LINE + "\"");
    }
    if (!first.equals(ExportWriter.FIRST_LINE + Schema.VERSION)) {
      throw broken(
          "it was written by another version of the program, and this one reads schema "
              + Schema.VERSION
              + ": "
              + quoted(first));
    }
  }

  private Matcher matched(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw broken("this line is not expected: " + quoted(line));
    }
    return matcher;
  }

  private String next(LineReader text) throws IOException {
    try {
      return text.line().orElseThrow(() -> broken("it ends too early"));
    } catch (LineReader.LineTooLong tooLong) {
      throw broken("a line is longer than %d characters".formatted(LONGEST_LINE));
    }
  }

  private static String quoted(String line) {
    return line.length() > QUOTED ? line.substring(0, QUOTED) + "…" : line;
  }

  private StorageFault broken(String why) {
    return new StorageFault("cannot use " + file + ": " + why);
  }
}
