package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.operation.Purge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The clock of the only process that uses a store in SQLite jumps. */
class ClockJumpTest {
  private static final Duration YEARS = Duration.ofDays(3_650);

  private final Path file = Latchkey.temporaryDirectory().resolve("latchkey.db");
  private final SteppedClock clock = new SteppedClock();
  private SqliteDatabase database;

  @BeforeEach
  void open() {
    database = SqliteDatabase.open(file, 0, entry -> {});
    Schema.createOrVerify(database);
    database.synchronize(clock);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void nothing_is_deleted_after_a_jump_until_the_operator_confirms_it() throws IOException {
    addEntry();

    clock.step(YEARS);
    purge();
    assertThat(entries()).isEqualTo(1);
    assertThat(database.clockFault())
        .hasValueSatisfying(
            text -> assertThat(text).contains("jumped", ClockJump.file(file).toString()));

    restart();
    purge();
    assertThat(entries()).as("after a restart").isEqualTo(1);

    Files.delete(ClockJump.file(file));
    purge();
    assertThat(entries()).isZero();
  }

  @Test
  void what_expires_is_deleted_again_when_the_clock_was_set_back() {
    clock.step(YEARS);
    assertThat(database.clockFault()).isPresent();

    clock.step(YEARS.negated());

    assertThat(database.clockFault()).isEmpty();
    assertThat(ClockJump.file(file)).doesNotExist();
  }

  @Test
  void a_jump_while_the_process_was_stopped_is_noticed() {
    addEntry();

    restartAfter(YEARS);

    assertThat(database.clockFault()).isPresent();
    purge();
    assertThat(entries()).isEqualTo(1);
  }

  @Test
  void a_wrong_clock_that_is_set_right_after_every_start_is_noticed_every_time() {
    addEntry();
    assertThat(database.clockFault()).isEmpty();
    for (int start = 0; start < 3; start++) {
      restartAfter(YEARS);
      assertThat(database.clockFault()).isPresent();
      addEntry();
      clock.pass(Duration.ofMinutes(1));
      purge();
      assertThat(entries()).as("entries after start %d", start).isEqualTo(start + 2);

      clock.step(YEARS.negated());
      assertThat(database.clockFault()).isEmpty();
    }
  }

  @Test
  void a_clock_that_is_a_little_less_wrong_was_not_set_back() {
    addEntry();
    restartAfter(YEARS);
    assertThat(database.clockFault()).isPresent();

    restartAfter(Duration.ofDays(-1));

    assertThat(database.clockFault()).isPresent();
    assertThat(ClockJump.file(file)).exists();
  }

  @Test
  void entries_after_the_jump_do_not_replace_a_lost_record() throws IOException {
    addEntry();
    restartAfter(YEARS);
    addEntry();
    assertThat(database.clockFault()).isPresent();
    Files.delete(new StoreFiles(file).clock());

    restartAfter(Duration.ofDays(-1));

    assertThat(database.clockFault()).isPresent();
  }

  @Test
  void an_operator_can_confirm_a_jump_while_the_service_is_stopped() throws IOException {
    assertThat(database.clockFault()).isEmpty();
    restartAfter(YEARS);
    assertThat(database.clockFault()).isPresent();
    Files.delete(ClockJump.file(file));

    restartAfter(Duration.ofHours(1));

    assertThat(database.clockFault()).isEmpty();
  }

  @Test
  void a_disk_that_is_full_stops_no_purge_and_confirms_no_jump() throws IOException {
    addEntry();
    Path draft = Path.of(new StoreFiles(file).clock() + ".new");
    Files.createDirectories(draft.resolve("full"));
    assertThat(database.clockFault()).isEmpty();
    clock.step(YEARS);
    assertThat(database.clockFault()).isPresent();

    clock.step(YEARS.negated());
    assertThat(database.clockFault()).isPresent();
    Files.delete(draft.resolve("full"));
    assertThat(database.clockFault()).isEmpty();
  }

  @Test
  void time_that_passes_is_no_jump_and_neither_is_a_pause_of_some_weeks() {
    addEntry();
    for (int day = 0; day < 400; day++) {
      clock.pass(Duration.ofDays(1));
      assertThat(database.clockFault()).isEmpty();
    }
    addEntry();

    restartAfter(Duration.ofDays(29));

    assertThat(database.clockFault()).isEmpty();
  }

  private void restartAfter(Duration step) {
    database.close();
    clock.step(step);
    open();
  }

  private void restart() {
    addEntry();
    database.close();
    open();
    database.write(sql -> sql.update("DELETE FROM audit WHERE entry_id > 1"));
  }

  private void purge() {
    new Purge(database, Limits.DEFAULT, () -> AuditLimits.DEFAULT)
        .deleteAllExpired(clock.instant());
  }

  private void addEntry() {
    database.write(sql -> {
      var now = new RequestMoment(clock.instant(), "test");
      sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.OK));
      return now;
    });
  }

  private int entries() {
    return database.read(
        sql -> sql.one("SELECT COUNT(*) AS n FROM audit", row -> row.number("n")).orElseThrow());
  }

  /** The clock of a machine, which can be set while time passes. */
  private static final class SteppedClock implements StoreClock {
    private Instant time = Instant.parse("2026-06-01T00:00:00Z");
    private long nanos;

    void step(Duration by) {
      time = time.plus(by);
    }

    void pass(Duration by) {
      step(by);
      nanos += by.toNanos();
    }

    @Override
    public Instant instant() {
      return time;
    }

    @Override
    public void serverSaid(Instant said, long asked, long answered) {
      throw new AssertionError("there is no server");
    }

    @Override
    public Duration ahead() {
      return Duration.ZERO;
    }

    @Override
    public long nanoTime() {
      return nanos;
    }
  }
}
