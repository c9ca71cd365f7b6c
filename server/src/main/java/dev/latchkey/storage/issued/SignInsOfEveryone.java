package dev.latchkey.storage.issued;

import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import dev.latchkey.storage.issued.TokenRevocation.Ended;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ends the sessions and the one-time links of all people, a thousand in one write. */
record SignInsOfEveryone(Database database) {
  private static final int PAGE = 1_000;

  private static final String DELETE =
      """
      DELETE FROM {table}
      WHERE {key} IN (SELECT {key}
          FROM {table}
          WHERE {key} > :last
            AND {condition}
          ORDER BY {key}
          LIMIT :most)
      RETURNING {key} AS deleted
      """;

  /**
   * Ends the sessions from before a time, or all. A link has no time of issue. All of them end,
   * because a person can ask for a new one.
   */
  Ended end(Optional<Instant> before) {
    int links = delete(text("password_links", "link_hash", "TRUE"), Map.of());
    int sessions =
        before.isPresent()
            ? delete(
                text("sessions", "session_hash", "signed_in_at < :before"),
                Map.of("before", before.get()))
            : delete(text("sessions", "session_hash", "TRUE"), Map.of());
    return new Ended(0, 0, sessions, links, false);
  }

  private static String text(String table, String key, String condition) {
    return DELETE.replace("{table}", table).replace("{key}", key).replace("{condition}", condition);
  }

  /** Deletes the rows in the order of their keys. Returns how many. */
  private int delete(String text, Map<String, ?> values) {
    var named = Values.copyOf(values).and("last", new byte[0]).and("most", PAGE);
    int all = 0;
    int deleted = PAGE;
    while (deleted == PAGE) {
      List<byte[]> keys =
          database.write(
              WriteSpace.ENDING, sql -> sql.all(text, row -> row.bytes("deleted"), named));
      keys.stream().max(Arrays::compareUnsigned).ifPresent(last -> named.put("last", last));
      deleted = keys.size();
      all += deleted;
    }
    return all;
  }
}
