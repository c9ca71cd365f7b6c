package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;

/**
 * A row as one line, in the text format of PostgreSQL's COPY: the values are separated by tabs, a
 * backslash begins an escape, {@code \N} is NULL, and bytes are hexadecimal after {@code \\x}.
 */
final class RowText {
  private static final String NULL = "\\N";
  private static final String BYTES = "\\\\x";
  private static final HexFormat HEX = HexFormat.of();

  private RowText() {}

  static String of(ResultSet row, List<ValueKind> kinds) throws SQLException {
    var line = new StringBuilder();
    for (int i = 1; i <= kinds.size(); i++) {
      if (i > 1) {
        line.append('\t');
      }
      append(line, row, i, kinds.get(i - 1));
    }
    return line.toString();
  }

  private static void append(StringBuilder line, ResultSet row, int place, ValueKind kind)
      throws SQLException {
    switch (kind) {
      case NUMBER -> {
        long number = row.getLong(place);
        line.append(row.wasNull() ? NULL : Long.toString(number));
      }
      case TEXT -> {
        String text = row.getString(place);
        if (text == null) {
          line.append(NULL);
        } else {
          escape(line, text);
        }
      }
      case BYTES -> {
        byte[] bytes = row.getBytes(place);
        line.append(bytes == null ? NULL : BYTES + HEX.formatHex(bytes));
      }
    }
  }

  private static void escape(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '\\' -> line.append("\\\\");
        case '\b' -> line.append("\\b");
        case '\f' -> line.append("\\f");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        case '\u000b' -> line.append("\\v");
        default -> line.append(each);
      }
    }
  }

  /** Sets the parameters of a statement that inserts the row. */
  static void bind(PreparedStatement insert, String line, List<ValueKind> kinds)
      throws SQLException {
    String[] values = line.split("\t", -1);
    if (values.length != kinds.size()) {
      throw new StorageFault(
          "a row has %d values instead of %d".formatted(values.length, kinds.size()));
    }
    for (int i = 0; i < values.length; i++) {
      try {
        bind(insert, i + 1, values[i], kinds.get(i));
      } catch (IllegalArgumentException damaged) {
        throw new StorageFault(
            "value %d of a row is not of its type: %s".formatted(i + 1, kinds.get(i)), damaged);
      }
    }
  }

  private static void bind(PreparedStatement insert, int place, String value, ValueKind kind)
      throws SQLException {
    if (value.equals(NULL)) {
      insert.setObject(place, null);
      return;
    }
    switch (kind) {
      case NUMBER -> insert.setLong(place, Long.parseLong(value));
      case TEXT -> insert.setString(place, unescape(value));
      case BYTES -> insert.setBytes(place, bytes(value));
    }
  }

  private static byte[] bytes(String value) {
    if (!value.startsWith(BYTES)) {
      throw new IllegalArgumentException("bytes begin with " + BYTES);
    }
    return HEX.parseHex(value.substring(BYTES.length()));
  }

  private static String unescape(String value) {
    if (value.indexOf('\\') < 0) {
      return value;
    }
    var text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char each = value.charAt(i);
      if (each == '\\' && i + 1 < value.length()) {
        i++;
        text.append(
            switch (value.charAt(i)) {
              case 'b' -> '\b';
              case 'f' -> '\f';
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 't' -> '\t';
              case 'v' -> '\u000b';
              default -> value.charAt(i);
            });
      } else {
        text.append(each);
      }
    }
    return text.toString();
  }
}
