package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import org.junit.jupiter.api.Test;

/** Logical replication copies rows, and not where a sequence stands. */
class LogicalReplicaTest {
  @Test
  void a_node_continues_the_numbers_of_the_audit_log() {
    try (Latchkey latchkey = Latchkey.start(Store.POSTGRESQL)) {
      latchkey.browser().signIn(latchkey.person());
      String url = latchkey.settings().store().database().orElseThrow();
      try (var node = PostgresDatabase.open(url, entry -> {})) {
        node.read(sql -> sql.one("SELECT setval('audit_entry_id_seq', 1)", row -> true));
        long newest = number(node, "SELECT MAX(entry_id) AS found FROM audit");
        assertThat(newest).isGreaterThan(1);

        node.trackChanges();

        assertThat(number(node, "SELECT nextval('audit_entry_id_seq') AS found"))
            .isEqualTo(newest + 1);
      }
    }
  }

  private static long number(PostgresDatabase node, String query) {
    return node.read(sql -> sql.one(query, row -> row.large("found"))).orElseThrow();
  }
}
