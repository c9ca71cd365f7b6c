package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.cache.TokenRows;
import dev.latchkey.storage.checks.ClientProofs;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.RowKeys;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.limit.Throttle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Triggers watch every table that a check or a proof reads, whatever a later schema adds. */
class SqliteTriggersTest {
  @Test
  void every_table_a_check_or_a_proof_reads_is_watched() {
    try (var database =
        SqliteDatabase.open(Latchkey.temporaryDirectory().resolve("latchkey.db"), 0, entry -> {})) {
      Schema.createOrVerify(database);

      assertThat(read(database, TokenRows.PERSONAL)).contains("pairs", "grants", "users");
      assertThat(read(database, TokenRows.ORGANIZATIONAL)).contains("credentials");
      assertThat(SqliteTriggers.ON_CHANGE.keySet())
          .containsAll(read(database, TokenRows.PERSONAL))
          .containsAll(read(database, TokenRows.ORGANIZATIONAL));

      List<String> name = List.of("any");
      RowKeys member = RowKeys.of(Column.texts(name, id -> id), Column.texts(name, id -> id));
      assertThat(read(database, TokenRows.MEMBERS, member)).contains("memberships", "users");
      assertThat(SqliteTriggers.ON_CHANGE.keySet())
          .containsAll(read(database, TokenRows.PAIRS))
          .containsAll(read(database, TokenRows.APPS))
          .containsAll(read(database, TokenRows.MEMBERS, member));

      assertThat(read(database, ClientProofs.HOLDERS)).contains("client_secrets", "users");
      assertThat(read(database, Throttle.FULL)).containsExactly("throttles");
      assertThat(SqliteTriggers.ON_CHANGE.keySet())
          .containsAll(read(database, ClientProofs.HOLDERS))
          .containsAll(read(database, Throttle.FULL));
    }
  }

  private static Set<String> read(SqliteDatabase database, String select) {
    return read(database, select, RowKeys.of(List.of(SecretHash.stored(new byte[32]))));
  }

  /** The query plan of SQLite names the root page of every table and index that it opens. */
  private static Set<String> read(SqliteDatabase database, String select, RowKeys key) {
    return database.read(sql -> {
      List<Integer> pages =
          sql.all(
              "EXPLAIN " + select.replace("{keys}", key.compareOne()),
              row -> row.text("opcode").equals("OpenRead") ? row.number("p2") : 0,
              key.key(0));
      var tables = new ArrayList<String>();
      for (int page : pages) {
        tables.addAll(
            sql.all(
                "SELECT tbl_name FROM sqlite_schema WHERE rootpage = ? AND rootpage > 0",
                row -> row.text("tbl_name"),
                page));
      }
      return new TreeSet<>(tables);
    });
  }
}
