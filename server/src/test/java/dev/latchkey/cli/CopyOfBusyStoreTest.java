package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A copy that is made while clients work is the store at one moment: everything that was answered
 * before the copy began has happened in it, and nothing that was asked after its end.
 */
class CopyOfBusyStoreTest {
  private static final int CLIENTS = 3;
  private static final int REFRESHES = 4;
  private static final int ENOUGH = 30;

  private final Path file = Latchkey.temporaryDirectory().resolve("copy");
  private final List<List<Step>> grants = new ArrayList<>();
  private final AtomicInteger steps = new AtomicInteger();
  private volatile long copyBegan = Long.MAX_VALUE;
  private volatile long copyEnded = Long.MAX_VALUE;

  /** An exchange, a refresh or a revocation, and the tokens that are active after it. */
  private record Step(long asked, long answered, App app, Optional<Tokens> active) {}

  @Test
  void a_backup_is_the_store_at_one_moment() throws IOException {
    Settings settings = Latchkey.settings(Store.SQLITE);
    workDuring(settings, "backup", file.toString(), "--data", data(settings));

    run("restore", file.toString(), "--data", data(settings));

    assertOneMoment(settings);
  }

  @Test
  void an_export_of_sqlite_is_the_store_at_one_moment() throws IOException {
    Settings settings = Latchkey.settings(Store.SQLITE);
    workDuring(settings, "export", file.toString(), "--data", data(settings));

    assertOneMoment(imported(settings));
  }

  @Test
  void an_export_of_postgresql_is_the_store_at_one_moment() throws IOException {
    Settings settings = Latchkey.settings(Store.POSTGRESQL);
    String database = settings.store().database().orElseThrow();
    workDuring(settings, "export", file.toString(), "--database", database);

    assertOneMoment(imported(settings));
  }

  private void workDuring(Settings settings, String... copy) {
    try (Latchkey latchkey = Latchkey.start(settings)) {
      List<Browser> browsers =
          IntStream.range(0, CLIENTS)
              .mapToObj(i -> latchkey.browser().signIn(latchkey.person()))
              .toList();
      List<App> apps = IntStream.range(0, CLIENTS).mapToObj(i -> latchkey.app()).toList();
      Crowd.of(
          CLIENTS + 1,
          i -> {
            if (i == CLIENTS) {
              copy(copy);
            } else {
              work(apps.get(i), browsers.get(i));
            }
            return true;
          });
    }
  }

  private void copy(String... arguments) {
    Poll.until(() -> steps.get() > ENOUGH, "work before the copy");
    copyBegan = System.nanoTime();
    run(arguments);
    steps.set(0);
    copyEnded = System.nanoTime();
  }

  private void work(App app, Browser browser) {
    while (copyEnded == Long.MAX_VALUE || steps.get() < ENOUGH) {
      var grant = new ArrayList<Step>();
      long asked = System.nanoTime();
      Tokens tokens = app.tokens(browser);
      grant.add(new Step(asked, System.nanoTime(), app, Optional.of(tokens)));
      for (int i = 0; i < REFRESHES; i++) {
        asked = System.nanoTime();
        tokens = Tokens.of(app.refresh(tokens.refresh()));
        grant.add(new Step(asked, System.nanoTime(), app, Optional.of(tokens)));
      }
      asked = System.nanoTime();
      app.revoke(tokens.access());
      grant.add(new Step(asked, System.nanoTime(), app, Optional.empty()));
      steps.addAndGet(grant.size());
      synchronized (grants) {
        grants.add(grant);
      }
    }
  }

  private Settings imported(Settings from) throws IOException {
    Settings to = Latchkey.settings(Store.SQLITE);
    Optional<String> database = from.store().database().map(any -> Postgres.freshDatabase());
    if (database.isPresent()) {
      run("import", file.toString(), "--database", database.get());
    } else {
      run("import", file.toString(), "--data", data(to));
    }
    Files.copy(key(from), key(to));
    return to.on(database);
  }

  private void assertOneMoment(Settings settings) {
    int during = 0;
    try (Latchkey latchkey = Latchkey.start(settings)) {
      for (List<Step> grant : grants) {
        List<Tokens> active =
            grant.stream()
                .flatMap(step -> step.active().stream())
                .filter(tokens -> latchkey.isActive(tokens.access()))
                .toList();
        List<Optional<Tokens>> possible = possible(grant);
        assertThat(active).as("active at once").hasSizeLessThanOrEqualTo(1);
        assertThat(possible).contains(active.stream().findFirst());
        for (Tokens tokens : active) {
          App here = grant.getFirst().app().at(latchkey.url());
          assertThat(here.refresh(tokens.refresh()).status()).isEqualTo(200);
        }
        during += possible.size() > 1 ? 1 : 0;
      }
    }
    assertThat(during).as("grants that changed during the copy").isPositive();
  }

  /** What the copy may say of a grant: as after the last step before it, or after one during it. */
  private List<Optional<Tokens>> possible(List<Step> grant) {
    var possible = new ArrayList<Optional<Tokens>>();
    possible.add(Optional.empty());
    for (Step step : grant) {
      if (step.answered() < copyBegan) {
        possible.clear();
      }
      if (step.asked() < copyEnded) {
        possible.add(step.active());
      }
    }
    return possible;
  }

  private static String data(Settings settings) {
    return settings.store().data().toString();
  }

  private static Path key(Settings settings) {
    return settings.store().data().resolve("latchkey.key");
  }

  private static void run(String... arguments) {
    assertThat(Cli.run(arguments)).as(String.join(" ", arguments)).isZero();
  }
}
