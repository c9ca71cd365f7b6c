package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** A deferred statement is part of its write, and a query sees what is committed. */
class SqlTest {
  private static final String INSERT =
      "INSERT INTO setup_keys (key_hash, created_at) VALUES (?, ?)";
  private static final String EXISTS = "SELECT 1 FROM setup_keys WHERE key_hash = ?";
  private static final String BY_KEYS = "SELECT key_hash FROM setup_keys WHERE key_hash {keys}";

  /** More queries than there are connections to read from. */
  private static final int QUERIES = 20;

  private final SecretHash first = SecretHash.of("first");
  private final SecretHash second = SecretHash.of("second");

  @ParameterizedTest
  @EachStore
  void a_deferred_write_is_made_before_the_next_query(Store store) {
    try (Database database = empty(store)) {
      List<Boolean> seen =
          database.write(sql -> {
            sql.defer(INSERT, first, 1);
            boolean one = sql.exists(EXISTS, first);
            sql.defer(INSERT, second, 2);
            return List.of(one, sql.exists(EXISTS, second));
          });

      assertThat(seen).containsExactly(true, true);
    }
  }

  @ParameterizedTest
  @EachStore
  void a_named_value_stands_wherever_its_name_does(Store store) {
    try (Database database = empty(store)) {
      database.write(sql ->
          sql.update(
              "INSERT INTO setup_keys (key_hash, created_at, used_at) VALUES (:key, :now, :now)",
              Map.of("key", first, "now", 7)));

      List<String> found =
          database.read(sql ->
              sql.all(
                  """
                  SELECT 'found' AS result
                  FROM setup_keys
                  WHERE key_hash = :key
                    AND created_at = :now
                    AND used_at = :now
                  """,
                  row -> row.text("result"),
                  Map.of("key", first, "now", 7)));
      assertThat(found).containsExactly("found");
    }
  }

  @ParameterizedTest
  @EachStore
  void a_name_without_a_value_or_a_value_without_a_name_is_an_error(Store store) {
    try (Database database = empty(store)) {
      assertThatThrownBy(() ->
              database.write(sql ->
                  sql.update("DELETE FROM setup_keys WHERE key_hash = :key", Map.of("kez", first))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the statement names [key], not [kez]");
    }
  }

  @ParameterizedTest
  @EachStore
  void a_write_deferred_to_the_end_is_committed_with_the_rest(Store store) {
    try (Database database = empty(store)) {
      database.write(sql -> {
        sql.defer(INSERT, first, 1);
        sql.defer(INSERT, second, 2);
        return true;
      });

      assertThat(exists(database, first)).isTrue();
      assertThat(exists(database, second)).isTrue();
    }
  }

  @ParameterizedTest
  @EachStore
  void if_a_deferred_write_fails_nothing_is_written_and_the_next_write_works(Store store) {
    try (Database database = empty(store)) {
      assertThatThrownBy(() ->
              database.write(sql -> {
                sql.update(INSERT, first, 1);
                sql.defer(INSERT, second, 2);
                sql.defer(INSERT, second, 3);
                return true;
              }))
          .isInstanceOf(StorageFault.class);
      assertThat(exists(database, first)).isFalse();
      assertThat(exists(database, second)).isFalse();

      database.write(sql -> sql.update(INSERT, second, 4));

      assertThat(exists(database, second)).isTrue();
    }
  }

  @ParameterizedTest
  @EachStore
  void every_query_for_many_keys_sees_what_was_committed_before_it(Store store) {
    try (Database database = empty(store)) {
      database.write(sql -> sql.update(INSERT, first, 1));
      for (int i = 0; i < QUERIES; i++) {
        assertThat(findBoth(database)).containsExactly(first);
      }

      database.write(sql -> sql.update(INSERT, second, 2));

      for (int i = 0; i < QUERIES; i++) {
        assertThat(findBoth(database)).containsExactlyInAnyOrder(first, second);
      }
    }
  }

  @ParameterizedTest
  @EachStore
  void a_failed_query_for_many_keys_does_not_affect_later_ones(Store store) {
    try (Database database = empty(store)) {
      database.write(sql -> sql.update(INSERT, first, 1));
      for (int i = 0; i < QUERIES; i++) {
        assertThatThrownBy(() -> findBoth(database, row -> SecretHash.stored(row.bytes("no"))))
            .isInstanceOf(StorageFault.class);
      }

      database.write(sql -> sql.update(INSERT, second, 2));

      for (int i = 0; i < QUERIES; i++) {
        assertThat(findBoth(database)).containsExactlyInAnyOrder(first, second);
      }
    }
  }

  private List<SecretHash> findBoth(Database database) {
    return findBoth(database, row -> SecretHash.stored(row.bytes("key_hash")));
  }

  private List<SecretHash> findBoth(Database database, Sql.RowReader<SecretHash> reader) {
    return database.read(
        sql -> sql.findByKeys(BY_KEYS, RowKeys.of(List.of(first, second)), reader));
  }

  private static boolean exists(Database database, SecretHash key) {
    return database.read(sql -> sql.exists(EXISTS, key));
  }

  private static Database empty(Store store) {
    Database database =
        switch (store) {
          case SQLITE ->
              SqliteDatabase.open(
                  Latchkey.temporaryDirectory().resolve("latchkey.db"), 0, entry -> {});
          case POSTGRESQL -> PostgresDatabase.open(Postgres.freshDatabase(), entry -> {});
        };
    Schema.createOrVerify(database);
    return database;
  }
}
