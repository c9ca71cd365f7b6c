package dev.latchkey.storage.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.HeldStatements.Held;
import dev.latchkey.harness.store.Postgres;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PurgeTest {
  private static final int EXPIRED = 1_500;

  @Test
  void one_node_deletes_at_a_time() throws Exception {
    try (Nodes nodes = Nodes.open(Store.POSTGRESQL)) {
      expire(nodes, EXPIRED);
      Held first = nodes.statementsOfThisNode.before("DELETE FROM throttles");
      CompletableFuture<Integer> batch =
          CompletableFuture.supplyAsync(
              () -> purge(nodes.thisNode).deleteBatch(nodes.clock.instant()),
              Thread::startVirtualThread);
      first.await();

      assertThat(purge(nodes.otherNode).deleteBatch(nodes.clock.instant())).isZero();
      assertThat(left(nodes)).isEqualTo(EXPIRED);

      first.letGo();
      assertThat(batch.get()).isPositive();
      purge(nodes.otherNode).deleteAllExpired(nodes.clock.instant());
      assertThat(left(nodes)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_pair_whose_access_token_lives_longer_than_its_refresh_token_stays(Store store) {
    try (Nodes nodes = Nodes.open(store)) {
      Team team = nodes.team();
      User user = nodes.member(User.Role.MEMBER, team);
      TokenPair tokens = nodes.tokens(nodes.app(user.id(), nodes.secret()), user, team);
      Instant later = nodes.clock.instant().plus(Duration.ofDays(2));
      nodes.thisNode.write(sql ->
          sql.updateOne(
              "UPDATE pairs SET refresh_expires_at = ?, access_expires_at = ?",
              later.minusSeconds(1),
              later.plusSeconds(1)));

      purge(nodes.thisNode).deleteAllExpired(later);
      assertThat(isThere(nodes, tokens)).isTrue();

      purge(nodes.thisNode).deleteAllExpired(later.plusSeconds(1));
      assertThat(isThere(nodes, tokens)).isFalse();
    }
  }

  private static boolean isThere(Nodes nodes, TokenPair tokens) {
    return nodes.thisNode.read(
        sql -> sql.exists("SELECT 1 FROM pairs WHERE access_hash = ?", tokens.access().hash()));
  }

  /** A backup is such a reader: until it ends, PostgreSQL keeps what was deleted. */
  @Test
  void a_batch_does_not_read_again_what_was_deleted_while_a_reader_runs() throws SQLException {
    String url = Postgres.databaseWithTables();
    try (Connection reader = DriverManager.getConnection(url);
        var statement = reader.createStatement()) {
      for (String other : new String[] {"seqscan", "bitmapscan", "sort"}) {
        statement.execute(
            "ALTER DATABASE %s SET enable_%s = off".formatted(reader.getCatalog(), other));
      }
      try (Nodes nodes = Nodes.on(url)) {
        expire(nodes, EXPIRED);
        reader.setAutoCommit(false);
        reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        statement.execute("SELECT 1 FROM throttles");

        Purge purge = purge(nodes.thisNode);
        int deleted = purge.deleteBatch(nodes.clock.instant());
        while (deleted < EXPIRED) {
          deleted += purge.deleteBatch(nodes.clock.instant());
        }
      }
      reader.rollback();
      reader.setAutoCommit(true);
      // A connection reports what it has read some time after its end.
      Poll.until(() -> rowsRead(reader) >= EXPIRED, "the statistics");
      assertThat(rowsRead(reader)).isLessThanOrEqualTo(EXPIRED + EXPIRED / 5);
    }
  }

  private static int rowsRead(Connection reader) {
    try (var statement = reader.createStatement();
        var read =
            statement.executeQuery(
                """
                SELECT idx_tup_read
                FROM pg_stat_user_indexes
                WHERE indexrelname = 'throttles_by_end'
                """)) {
      read.next();
      return read.getInt(1);
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static Purge purge(Database node) {
    return new Purge(node, Limits.DEFAULT, () -> AuditLimits.DEFAULT);
  }

  private static void expire(Nodes nodes, int rows) {
    nodes.thisNode.write(sql ->
        sql.update(
            """
            INSERT INTO throttles (bucket, full_until)
            SELECT sha256(CAST(CAST(n AS TEXT) AS BYTEA)), CAST(? AS BIGINT) - n
            FROM generate_series(1, ?) n
            """,
            nodes.clock.instant().minus(Duration.ofMinutes(1)),
            rows));
  }

  private static int left(Nodes nodes) {
    return nodes.thisNode.read(sql ->
        sql.one("SELECT COUNT(*) AS left FROM throttles", row -> row.number("left")).orElseThrow());
  }
}
