package dev.latchkey.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.StoreClock;
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
    database.close();
    clock.step(YEARS);

    open();

    assertThat(database.clockFault()).isPresent();
    purge();
    assertThat(entries()).isEqualTo(1);
  }

  @Test
  void time_that_passes_is_no_jump_and_neither_is_a_pause_of_some_weeks() {
    addEntry();
    for (int day = 0; day < 400; day++) {
      clock.pass(Duration.ofDays(1));
      assertThat(database.clockFault()).isEmpty();
    }
    addEntry();
    database.close();
    clock.step(Duration.ofDays(29));

    open();

    assertThat(database.clockFault()).isEmpty();
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
