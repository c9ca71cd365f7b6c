package dev.latchkey.storage.copy;

import java.util.Locale;

/** What a column contains. */
enum ValueKind {
  TEXT,
  NUMBER,
  BYTES;

  static ValueKind of(String sqlType) {
    return switch (sqlType.toLowerCase(Locale.ROOT)) {
      case "text" -> TEXT;
      case "bytea" -> BYTES;
      case "bigint", "integer" -> NUMBER;
      default -> throw new IllegalStateException("a column of type " + sqlType);
    };
  }
}
