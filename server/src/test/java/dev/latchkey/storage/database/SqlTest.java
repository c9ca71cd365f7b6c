package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.EachStore;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Postgres;
import dev.latchkey.harness.Store;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.StorageFault;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** What a move leaves for later is part of it all the same; a question sees what is committed. */
class SqlTest {
    private static final String INSERT =
            "INSERT INTO setup_keys (key_hash, created_at) VALUES (?, ?)";
    private static final String IS_THERE = "SELECT 1 FROM setup_keys WHERE key_hash = ?";
    private static final String WHICH = "SELECT key_hash FROM setup_keys WHERE key_hash {among}";

    /** More than there are connections to read from. */
    private static final int QUESTIONS = 20;

    private final SecretHash first = SecretHash.of("first");
    private final SecretHash second = SecretHash.of("second");

    @ParameterizedTest
    @EachStore
    void what_waits_is_written_before_anything_else_is_asked(Store store) {
        try (Database database = empty(store)) {
            List<Boolean> seen =
                    database.write(sql -> {
                        sql.later(INSERT, first, 1);
                        boolean one = sql.exists(IS_THERE, first);
                        sql.later(INSERT, second, 2);
                        return List.of(one, sql.exists(IS_THERE, second));
                    });

            assertThat(seen).containsExactly(true, true);
        }
    }

    @ParameterizedTest
    @EachStore
    void what_waits_to_the_end_is_committed_with_the_rest(Store store) {
        try (Database database = empty(store)) {
            database.write(sql -> {
                sql.later(INSERT, first, 1);
                sql.later(INSERT, second, 2);
                return true;
            });

            assertThat(isThere(database, first)).isTrue();
            assertThat(isThere(database, second)).isTrue();
        }
    }

    @ParameterizedTest
    @EachStore
    void if_what_waits_fails_nothing_of_the_move_is_done_and_the_next_one_is(Store store) {
        try (Database database = empty(store)) {
            assertThatThrownBy(() ->
                            database.write(sql -> {
                                sql.update(INSERT, first, 1);
                                sql.later(INSERT, second, 2);
                                sql.later(INSERT, second, 3);
                                return true;
                            }))
                    .isInstanceOf(StorageFault.class);
            assertThat(isThere(database, first)).isFalse();
            assertThat(isThere(database, second)).isFalse();

            database.write(sql -> sql.update(INSERT, second, 4));

            assertThat(isThere(database, second)).isTrue();
        }
    }

    @ParameterizedTest
    @EachStore
    void every_question_about_many_keys_sees_what_was_committed_before_it(Store store) {
        try (Database database = empty(store)) {
            database.write(sql -> sql.update(INSERT, first, 1));
            for (int i = 0; i < QUESTIONS; i++) {
                assertThat(among(database)).containsExactly(first);
            }

            database.write(sql -> sql.update(INSERT, second, 2));

            for (int i = 0; i < QUESTIONS; i++) {
                assertThat(among(database)).containsExactlyInAnyOrder(first, second);
            }
        }
    }

    @ParameterizedTest
    @EachStore
    void a_question_about_many_keys_that_fails_holds_no_later_one_back(Store store) {
        try (Database database = empty(store)) {
            database.write(sql -> sql.update(INSERT, first, 1));
            for (int i = 0; i < QUESTIONS; i++) {
                assertThatThrownBy(() -> among(database, row -> SecretHash.stored(row.bytes("no"))))
                        .isInstanceOf(StorageFault.class);
            }

            database.write(sql -> sql.update(INSERT, second, 2));

            for (int i = 0; i < QUESTIONS; i++) {
                assertThat(among(database)).containsExactlyInAnyOrder(first, second);
            }
        }
    }

    private List<SecretHash> among(Database database) {
        return among(database, row -> SecretHash.stored(row.bytes("key_hash")));
    }

    private List<SecretHash> among(Database database, Sql.RowReader<SecretHash> reader) {
        return database.read(sql -> sql.among(WHICH, Keys.of(List.of(first, second)), reader));
    }

    private static boolean isThere(Database database, SecretHash key) {
        return database.read(sql -> sql.exists(IS_THERE, key));
    }

    private static Database empty(Store store) {
        Database database =
                switch (store) {
                    case SQLITE ->
                            SqliteDatabase.open(
                                    Latchkey.temporaryDirectory().resolve("latchkey.db"),
                                    0,
                                    entry -> {});
                    case POSTGRESQL -> PostgresDatabase.open(Postgres.freshDatabase(), entry -> {});
                };
        Schema.bringUp(database);
        return database;
    }
}
