package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.config.Settings;
import dev.latchkey.harness.EachStore;
import dev.latchkey.harness.EarlierStore;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.StoreCatalog;
import dev.latchkey.storage.postgres.PostgresDatabase;
import dev.latchkey.storage.sqlite.SqliteDatabase;
import org.junit.jupiter.params.ParameterizedTest;

/** A store of the release before is brought to the schema of this program (decision 0003). */
class SchemaStepsTest {
    @ParameterizedTest
    @EachStore
    void a_store_of_the_release_before_gets_the_schema_of_a_new_one(Store store) {
        Settings fresh = Latchkey.settings(store);
        Settings earlier = EarlierStore.create(store);

        bringUp(fresh);
        bringUp(earlier);

        assertThat(StoreCatalog.of(earlier)).isEqualTo(StoreCatalog.of(fresh));
    }

    private static void bringUp(Settings settings) {
        try (Database database = open(settings)) {
            Schema.bringUp(database);
        }
    }

    private static Database open(Settings settings) {
        return settings.store()
                .database()
                .<Database>map(url -> PostgresDatabase.open(url, entry -> {}))
                .orElseGet(
                        () -> SqliteDatabase.open(settings.store().sqliteFile(), 0, entry -> {}));
    }
}
