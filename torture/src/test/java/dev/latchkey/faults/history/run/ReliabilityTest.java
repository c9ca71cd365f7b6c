package dev.latchkey.faults.history.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs a million operations of many clients during faults of every kind. No answer may contradict
 * another one. {@code ./verify --long} runs this test. {@code -Dlong.operations=50000} makes it
 * smaller, and {@code -Dlong.seed} repeats a run.
 */
@Tag("long")
class ReliabilityTest {
  private static Campaign campaign;

  private final SqliteRuns sqlite = new SqliteRuns(campaign);
  private final PostgresRuns postgres = new PostgresRuns(campaign);

  @BeforeAll
  static void begin() {
    campaign = new Campaign();
  }

  @AfterAll
  static void report() {
    campaign.close();
  }

  @AfterEach
  void no_answer_contradicts_another() {
    assertThat(campaign.violationsSinceLastAsked()).isEmpty();
  }

  @Test
  void a_killed_process_with_a_file() {
    sqlite.kills();
  }

  @Test
  void a_file_on_a_disk_that_fails_or_loses_power() {
    sqlite.brokenDisks();
  }

  @Test
  void a_disk_that_does_not_sync_is_detected() {
    assertThat(sqlite.powerCutsWithoutSyncs()).isNotEmpty();
  }

  @Test
  void a_clock_that_is_set() {
    sqlite.steppedClocks();
  }

  @Test
  void nodes_and_their_database_killed_and_paused() {
    postgres.nodesAndDatabase();
  }

  @Test
  void a_database_whose_locks_others_hold() {
    postgres.heldLocks();
  }

  @Test
  void a_standby_that_takes_over() {
    postgres.failovers();
  }

  @Test
  void a_standby_that_takes_over_by_itself() {
    postgres.patroni();
  }

  @Test
  void a_network_that_breaks() {
    postgres.network();
  }

  @Test
  void nodes_whose_clocks_are_apart() {
    postgres.steppedClocks();
  }
}
