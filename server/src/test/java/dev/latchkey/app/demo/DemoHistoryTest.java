package dev.latchkey.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.Installation;
import dev.latchkey.app.demo.history.DemoHistory;
import dev.latchkey.app.keyfile.FileKey;
import dev.latchkey.app.keyfile.KeyFileSeal;
import dev.latchkey.app.keyfile.SealKeys;
import dev.latchkey.harness.Clock;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.login.password.Passwords;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.operation.DailyCalls;
import dev.latchkey.storage.operation.StoreHealth;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The history that the demo writes into an empty store. */
class DemoHistoryTest {
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  private final SecureRandom random = new SecureRandom();
  private final Clock clock = new Clock();

  @ParameterizedTest
  @EachStore
  void it_has_the_people_apps_and_grants_of_its_tables_on_both_databases(Store store) {
    try (Installation installation = open(store)) {
      fill(installation);
      assertComplete(installation.stores());
    }
  }

  /** What would be on a weekend is on the Friday before, so the order of events may change. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void it_is_complete_on_each_day_of_the_week(int days) {
    clock.pass(Duration.ofDays(days).plusHours(5L * days));
    try (Installation installation = open(Store.SQLITE)) {
      fill(installation);
      assertComplete(installation.stores());
    }
  }

  @Test
  void two_demos_that_start_at_the_same_time_tell_the_same_story() {
    try (Installation one = open(Store.SQLITE);
        Installation other = open(Store.SQLITE)) {
      fill(one);
      fill(other);
      assertThat(calls(one.stores())).isEqualTo(calls(other.stores()));
    }
  }

  @Test
  void a_second_start_writes_no_second_history() {
    try (Installation installation = open(Store.SQLITE)) {
      Path directory = Latchkey.temporaryDirectory();
      fill(installation, directory);
      DailyCalls.Figures first = calls(installation.stores());
      fill(installation, directory);
      assertComplete(installation.stores());
      assertThat(calls(installation.stores())).isEqualTo(first);
    }
  }

  private Installation open(Store store) {
    var passwords = new Passwords(random, Latchkey.HASH_COST);
    return Installation.open(
        Latchkey.settings(store), new ClockAndRandom(clock, random), passwords, NOWHERE);
  }

  private void fill(Installation installation) {
    fill(installation, Latchkey.temporaryDirectory());
  }

  private void fill(Installation installation, Path directory) {
    var keys = new SealKeys(FileKey.draw(random), List.of());
    var history =
        new DemoHistory(
            installation.database(),
            installation.settings(),
            installation.passwords(),
            new DemoHistory.Server(
                new KeyFileSeal(() -> keys, KeyFileSeal.SECOND_FACTOR, random),
                new KeyFileSeal(() -> keys, KeyFileSeal.WEBHOOK, random),
                "http://127.0.0.1:1/"),
            installation.clockAndRandom());
    var store =
        DemoStore.on(
            installation.stores(), installation.passwords(), installation.clockAndRandom());
    var file = new DemoFile(directory);
    new Demo(store, file, Optional.empty(), Optional.of(history), "http://127.0.0.1:1")
        .open("http://localhost:1", NOWHERE);
  }

  private DailyCalls.Figures calls(Stores stores) {
    return stores.operation().dailyCalls().everywhere(clock.instant());
  }

  private void assertComplete(Stores stores) {
    Instant now = clock.instant();
    StoreHealth.Figures figures = stores.operation().health().look(now);
    assertThat(figures.organizations().shown()).isEqualTo(2);
    assertThat(figures.users().shown()).isEqualTo(28);
    assertThat(figures.credentials().shown()).isEqualTo(20);
    assertThat(figures.pairs().shown()).isGreaterThan(40);

    Organization acme =
        stores.users().directory().organizations().stream()
            .filter(each -> each.name().equals("Acme"))
            .findFirst()
            .orElseThrow();
    Id.User mei = stores.users().directory().findByEmail("mei@example.com").orElseThrow();
    assertThat(stores.credentials().offers().to(mei, RequestMoment.ofServer(now))).hasSize(1);
    assertThat(stores.credentials().publicClientReview().list(acme.id()))
        .extracting(PublicClientReview.Listed::state)
        .containsExactlyInAnyOrder(
            PublicClients.State.WAITING,
            PublicClients.State.WAITING,
            PublicClients.State.WAITING,
            PublicClients.State.ALLOWED,
            PublicClients.State.DENIED);
    assertThat(calls(stores).admitted().calls()).allMatch(each -> each > 0);

    List<ListedAuditEntry> entries = stores.operation().auditRecords().newest(1_000);
    assertThat(entries).allMatch(each -> !each.entry().moment().at().isAfter(now));
    assertThat(entries)
        .extracting(each -> each.entry().event())
        .contains(
            AuditEvent.SECRET_LEAK,
            AuditEvent.CREDENTIAL_TRANSFER,
            AuditEvent.CLIENT_DENY,
            AuditEvent.CHILD_TOKEN_CREATE,
            AuditEvent.USER_DISABLE);
  }
}
