package dev.latchkey.storage.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.store.EarlierStore;
import dev.latchkey.harness.store.HeldStatements;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.store.StoreCatalog;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.postgres.PostgresDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A step of the schema that did not come to its end is undone, or continued by the next start. */
class InterruptedSchemaStepTest {
  /** What the transaction of the tables had done is undone, and the same store is used again. */
  @Test
  void a_change_that_was_interrupted_at_any_kind_of_statement_is_continued() {
    List<String> expected = SchemaStepsTest.catalogOfNewStore(Store.POSTGRESQL);
    Settings settings = EarlierStore.create(Store.POSTGRESQL);
    List<String> before = StoreCatalog.of(settings);
    List<Integer> places = placesToInterrupt();
    assertThat(places).hasSizeGreaterThan(20);
    for (int place : places) {
      interruptAt(place, settings);

      if (!StoreCatalog.of(settings).equals(before)) {
        SchemaStepsTest.createOrVerify(settings);

        assertThat(StoreCatalog.of(settings)).as("at %d", place).isEqualTo(expected);
        settings = EarlierStore.create(Store.POSTGRESQL);
      }
    }
  }

  /**
   * The numbers of the statements of a whole change that are interrupted: two of each kind after
   * each other kind, and one in ten of many alike, such as the fifty that build an index.
   */
  private static List<Integer> placesToInterrupt() {
    var kinds = Collections.synchronizedList(new ArrayList<String>());
    HeldStatements statements = HeldStatements.to(addressOf(EarlierStore.create(Store.POSTGRESQL)));
    statements.lose(text -> {
      kinds.add(text.strip().split("\\s+")[0]);
      return false;
    });
    try (Database database = PostgresDatabase.open(statements.url(), entry -> {})) {
      Schema.createOrVerify(database);
    }
    var seen = new HashMap<String, Integer>();
    return IntStream.range(0, kinds.size())
        .filter(each -> {
          String kind = each == 0 ? "" : kinds.get(each - 1) + " " + kinds.get(each);
          int times = seen.merge(kind, 1, Integer::sum);
          return times <= 2 || times % 10 == 0 || each == kinds.size() - 1;
        })
        .boxed()
        .toList();
  }

  /** Some statements are of connections that wait for work, so there may be fewer this time. */
  private static void interruptAt(int number, Settings settings) {
    var count = new AtomicInteger();
    HeldStatements statements = HeldStatements.to(addressOf(settings));
    try (Database database = PostgresDatabase.open(statements.url(), entry -> {})) {
      statements.lose(text -> count.getAndIncrement() == number);
      Schema.createOrVerify(database);
    } catch (StorageFault interrupted) {
      assertThat(count.get()).isGreaterThan(number);
    }
  }

  private static String addressOf(Settings settings) {
    return settings.store().database().orElseThrow();
  }

  @Test
  void on_sqlite_a_change_is_complete_or_not_made_at_all() {
    Settings settings = EarlierStore.create(Store.SQLITE);
    List<String> before = StoreCatalog.of(settings);
    try (Database database = SchemaStepsTest.open(settings)) {
      assertThatThrownBy(() ->
              database.changeSchema(sql -> {
                SchemaSteps.on(sql);
                throw new SQLException("interrupted");
              }))
          .isInstanceOf(StorageFault.class);
      assertThat(StoreCatalog.of(settings)).isEqualTo(before);

      Schema.createOrVerify(database);
    }

    assertThat(StoreCatalog.of(settings))
        .isEqualTo(SchemaStepsTest.catalogOfNewStore(Store.SQLITE));
  }
}
