package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Postgres;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A write ends after some seconds, whatever it waits for. A change of the schema may take long. */
class PostgresDatabaseTest {
    private static final List<String> SOME_SECONDS = List.of("7s", "9s");

    @Test
    void only_a_write_that_may_take_long_has_no_time_limits() {
        try (Database database = PostgresDatabase.open(Postgres.freshDatabase(), entry -> {})) {
            assertThat(database.write(PostgresDatabaseTest::timeLimits)).isEqualTo(SOME_SECONDS);
            assertThat(database.writeWithoutTimeLimit(PostgresDatabaseTest::timeLimits))
                    .containsExactly("0", "0");
            assertThat(database.write(PostgresDatabaseTest::timeLimits)).isEqualTo(SOME_SECONDS);
        }
    }

    private static List<String> timeLimits(Sql sql) throws SQLException {
        return sql.all(
                "SELECT current_setting(name) AS value FROM pg_settings"
                        + " WHERE name IN ('lock_timeout', 'statement_timeout') ORDER BY name",
                row -> row.text("value"));
    }
}
