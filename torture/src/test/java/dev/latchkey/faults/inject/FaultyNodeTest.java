package dev.latchkey.faults.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a node of Latchkey with both shims. Needs gcc. */
@Tag("long")
class FaultyNodeTest {
  private static final int PAIRS = 10;

  private final Settings settings = Latchkey.settings(Store.SQLITE);
  private final NodeClock clock = new NodeClock();
  private FaultyDisk disk;
  private App app;
  private Person person;

  @BeforeEach
  void make() {
    try (Latchkey made = Latchkey.start(settings)) {
      app = made.app();
      person = made.person();
    }
    disk = FaultyDisk.below(settings.store().data());
  }

  @Test
  void what_was_answered_survives_a_power_cut() {
    Program node = start();
    List<Tokens> pairs = obtain(node);
    assertThat(app.at(node.url()).revoke(pairs.getFirst().access()).status()).isEqualTo(200);

    disk.cutPower(node::kill, UnsyncedWrites.someKept(1, UnsyncedWrites.SECTOR));

    try (Program again = start()) {
      assertThat(active(again, pairs)).isEqualTo(PAIRS - 1);
    }
  }

  @Test
  void a_disk_that_does_not_sync_the_log_loses_answers() {
    Program node = start();
    disk.ignoreLogSyncs(true);
    List<Tokens> pairs = obtain(node);
    assertThat(active(node, pairs)).isEqualTo(PAIRS);

    disk.cutPower(node::kill, UnsyncedWrites.allLost());

    disk.ignoreLogSyncs(false);
    try (Program again = start()) {
      assertThat(active(again, pairs)).isLessThan(PAIRS);
    }
  }

  @Test
  void a_full_disk_refuses_until_there_is_room() {
    try (Program node = start()) {
      Tokens pair = obtain(node).getFirst();
      disk.set(FaultyDisk.Fault.FULL);

      Answer refused = app.at(node.url()).refresh(pair.refresh());

      assertThat(refused.status()).as(refused.toString()).isEqualTo(503);
      assertThat(disk.failures()).isPositive();
      disk.set(FaultyDisk.Fault.NONE);
      assertThat(app.at(node.url()).refresh(pair.refresh()).status()).isEqualTo(200);
    }
  }

  @Test
  void tokens_expire_by_the_clock_of_the_node() {
    try (Program node = start()) {
      List<Tokens> pairs = obtain(node);

      clock.setOffset(Duration.ofHours(25));
      assertThat(active(node, pairs)).isZero();
      clock.setOffset(Duration.ofHours(-1));
      assertThat(active(node, pairs)).isEqualTo(PAIRS);
    }
  }

  private Program start() {
    return Program.withEnvironment(
        Shim.environment(disk.shim(), clock.shim()),
        "serve",
        "--data",
        settings.store().data().toString(),
        "--port",
        "0");
  }

  private List<Tokens> obtain(Program node) {
    Browser browser = new Browser(node.url()).signIn(person);
    App client = app.at(node.url());
    return Stream.generate(() -> client.tokens(browser)).limit(PAIRS).toList();
  }

  private static long active(Program node, List<Tokens> pairs) {
    return pairs.stream().filter(pair -> Latchkey.isActive(node.url(), pair.access())).count();
  }
}
