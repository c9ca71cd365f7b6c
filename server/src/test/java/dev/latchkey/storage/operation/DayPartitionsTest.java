package dev.latchkey.storage.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.Store;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.WriteSpace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replaced refresh tokens are in a partition for each day, which is dropped at its end. */
class DayPartitionsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);

  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final DayPartitions partitions = of(nodes.thisNode);

  @AfterEach
  void close() {
    nodes.close();
  }

  private static DayPartitions of(Database node) {
    return new DayPartitions(node);
  }

  @Test
  void there_is_one_for_each_day_on_which_new_rows_expire() {
    partitions.keep(NOON, MONTH, Optional.empty());

    assertThat(names())
        .containsExactly(
            "rotated_refresh_20260330_20260331",
            "rotated_refresh_20260331_20260401",
            "rotated_refresh_20260401_20260402",
            "rotated_refresh_rest");
    insert(NOON.plus(MONTH), 1);
    assertThat(partitionOf(1)).isEqualTo("rotated_refresh_20260331_20260401");
  }

  @Test
  void they_follow_each_other_when_the_time_changes_for_which_rows_are_kept() {
    partitions.keep(NOON, MONTH, Optional.empty());
    partitions.keep(NOON, Duration.ofDays(365), Optional.empty());
    partitions.keep(NOON, MONTH, Optional.empty());
    partitions.keep(NOON.plus(Duration.ofDays(2)), Duration.ofDays(365), Optional.empty());

    for (int day = 0; day < 400; day++) {
      insert(NOON.plus(Duration.ofDays(day)), day);
    }
    assertThat(names()).hasSizeLessThan(10);
    assertThat(partitionOf(365)).isEqualTo("rotated_refresh_20270228_20270312");
    assertThat(partitionOf(30)).isEqualTo("rotated_refresh_20260331_20260401");
    assertThat(partitionOf(100)).isEqualTo("rotated_refresh_rest");
  }

  @Test
  void a_time_that_was_too_long_once_leaves_no_days_without_one() {
    partitions.keep(NOON, Duration.ofDays(3_650), Optional.empty());
    partitions.keep(NOON, MONTH, Optional.empty());

    insert(NOON.plus(MONTH), 1);
    assertThat(partitionOf(1)).isEqualTo("rotated_refresh_20260331_20260401");
  }

  @Test
  void they_begin_with_the_day_on_which_the_first_older_pair_expires() {
    partitions.keep(NOON, MONTH, Optional.of(NOON.minus(MONTH)));
    insert(NOON, 1);
    insert(NOON.plus(Duration.ofDays(15)), 2);

    assertThat(partitionOf(1)).isEqualTo("rotated_refresh_20260301_20260302");
    assertThat(partitionOf(2)).isEqualTo("rotated_refresh_20260316_20260317");
    assertThat(names()).hasSize(33);
  }

  /** To create a partition, the server reads all rows of the default one, and nobody else can. */
  @Test
  void a_change_that_takes_long_is_given_up() {
    nodes.thisNode.changeSchema(sql -> {
      sql.script(
          """
          CREATE FUNCTION slow_down() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3); END';
          CREATE EVENT TRIGGER slow ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION slow_down();
          """);
      return true;
    });

    partitions.keep(NOON, MONTH, Optional.empty());

    assertThat(names()).containsExactly("rotated_refresh_rest");
  }

  @Test
  void a_partition_is_dropped_when_all_of_its_rows_have_expired() {
    partitions.keep(NOON, MONTH, Optional.empty());
    insert(Instant.parse("2026-03-30T00:00:00Z"), 1);
    insert(Instant.parse("2026-03-30T23:59:59.999Z"), 2);
    insert(Instant.parse("2026-03-31T00:00:00Z"), 3);

    partitions.keep(Instant.parse("2026-03-30T23:59:59.999Z"), MONTH, Optional.empty());
    assertThat(rows()).isEqualTo(3);

    partitions.keep(Instant.parse("2026-03-31T00:00:00Z"), MONTH, Optional.empty());
    assertThat(rows()).isEqualTo(1);
    assertThat(partitionOf(3)).isEqualTo("rotated_refresh_20260331_20260401");
  }

  @Test
  void rows_that_came_before_their_partition_stay_where_they_are() {
    insert(NOON.plus(MONTH), 1);

    partitions.keep(NOON, MONTH, Optional.empty());

    assertThat(names()).doesNotContain("rotated_refresh_20260331_20260401").hasSize(3);
    assertThat(partitionOf(1)).isEqualTo("rotated_refresh_rest");
  }

  @Test
  void a_long_reader_delays_only_the_change() throws Exception {
    partitions.keep(NOON, MONTH, Optional.empty());
    var reading = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    Thread reader =
        Thread.startVirtualThread(() ->
            nodes.otherNode.write(
                WriteSpace.ENDING,
                sql -> {
                  sql.all("SELECT 1 FROM rotated_refresh", row -> true);
                  reading.countDown();
                  awaitQuietly(end);
                  return true;
                }));
    reading.await();

    partitions.keep(NOON.plus(MONTH), MONTH, Optional.empty());
    assertThat(names()).contains("rotated_refresh_20260330_20260331");
    insert(NOON.plus(MONTH), 1);

    end.countDown();
    reader.join();
    partitions.keep(NOON.plus(MONTH), MONTH, Optional.empty());
    assertThat(names()).doesNotContain("rotated_refresh_20260330_20260331");
  }

  @Test
  void of_two_nodes_one_changes_them_at_a_time() throws Exception {
    var held = nodes.statementsOfThisNode.before("CREATE TABLE IF NOT EXISTS");
    Thread first = Thread.startVirtualThread(() -> partitions.keep(NOON, MONTH, Optional.empty()));
    held.await();

    of(nodes.otherNode).keep(NOON, MONTH, Optional.empty());
    assertThat(names()).containsExactly("rotated_refresh_rest");

    held.letGo();
    first.join();
    assertThat(names()).hasSize(4);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> names() {
    return nodes.thisNode.read(sql ->
        sql.all(
            """
            SELECT CAST(CAST(inhrelid AS REGCLASS) AS TEXT) AS name FROM pg_inherits
            WHERE inhparent = 'rotated_refresh'::regclass ORDER BY 1
            """,
            row -> row.text("name")));
  }

  private long rows() {
    return nodes.thisNode.<Long>read(sql ->
        sql.one("SELECT COUNT(*) AS n FROM rotated_refresh", row -> row.large("n")).orElseThrow());
  }

  private String partitionOf(int key) {
    return nodes.thisNode.<String>read(sql ->
        sql.one(
                "SELECT CAST(CAST(tableoid AS REGCLASS) AS TEXT) AS name FROM rotated_refresh WHERE rotated_at = ?",
                row -> row.text("name"),
                key)
            .orElseThrow());
  }

  private void insert(Instant keptUntil, int key) {
    nodes.thisNode.write(
        WriteSpace.ENDING,
        sql ->
            sql.update(
                """
                INSERT INTO rotated_refresh (kept_until, rotated_at, refresh_key, grant_id)
                VALUES (?, ?, ?, 'grant_1')
                """,
                keptUntil,
                key,
                Integer.toString(key).getBytes(StandardCharsets.UTF_8)));
  }
}
