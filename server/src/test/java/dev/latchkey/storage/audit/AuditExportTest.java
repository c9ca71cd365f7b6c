package dev.latchkey.storage.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.storage.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The order in which entries of the audit log are copied elsewhere. */
class AuditExportTest {
  private static AuditEntry entry(Nodes nodes, String address) {
    return AuditEntry.of(nodes.now(address), AuditEvent.SIGN_IN, AuditOutcome.OK);
  }

  private static void add(Nodes nodes, String address) {
    nodes.otherNode.write(sql -> {
      sql.record(entry(nodes, address));
      return address;
    });
  }

  private static List<String> addresses(List<ListedAuditEntry> entries) {
    return entries.stream().map(entry -> entry.entry().moment().address()).toList();
  }

  /** With PostgreSQL an entry is final for the export once it has looked twice. */
  private static List<ListedAuditEntry> settled(AuditExport export, long after) {
    export.after(after, 10);
    return export.after(after, 10);
  }

  /**
   * Looks until this many entries are final. A transaction of another test on the same PostgreSQL
   * server delays them.
   */
  private static List<ListedAuditEntry> awaited(AuditExport export, long after, int count) {
    var found = new ArrayList<ListedAuditEntry>();
    Poll.until(
        () -> {
          found.clear();
          found.addAll(export.after(after, count));
          return found.size() == count;
        },
        count + " entries");
    return List.copyOf(found);
  }

  @ParameterizedTest
  @EachStore
  void entries_are_read_once_in_the_order_of_their_numbers(Store store) {
    try (Nodes nodes = Nodes.open(store)) {
      var export = new AuditExport(nodes.thisNode);
      long before = export.newest();
      add(nodes, "192.0.2.1");
      add(nodes, "192.0.2.2");
      add(nodes, "192.0.2.3");

      List<ListedAuditEntry> first = awaited(export, before, 2);
      List<ListedAuditEntry> rest = awaited(export, first.getLast().number(), 1);

      assertThat(addresses(first)).containsExactly("192.0.2.1", "192.0.2.2");
      assertThat(addresses(rest)).containsExactly("192.0.2.3");
      assertThat(export.after(rest.getLast().number(), 2)).isEmpty();
    }
  }

  @Test
  void an_entry_waits_for_one_with_a_lower_number_that_is_not_committed_yet() throws Exception {
    try (Nodes nodes = Nodes.open(Store.POSTGRESQL)) {
      var export = new AuditExport(nodes.thisNode);
      long before = export.newest();
      assertThat(settled(export, before)).isEmpty();
      var isWritten = new CountDownLatch(1);
      var mayCommit = new CountDownLatch(1);
      Thread slow =
          Thread.ofVirtual()
              .start(() ->
                  nodes.thisNode.write(sql -> {
                    sql.update(
                        """
                        INSERT INTO audit (at, event, outcome, address)
                        VALUES (?, ?, ?, ?)
                        """,
                        nodes.clock.instant(),
                        AuditEvent.SIGN_IN,
                        AuditOutcome.OK.code(),
                        "192.0.2.1");
                    isWritten.countDown();
                    return await(mayCommit);
                  }));
      assertThat(await(isWritten)).isTrue();
      add(nodes, "192.0.2.2");

      assertThat(settled(export, before)).isEmpty();

      mayCommit.countDown();
      slow.join();
      assertThat(addresses(awaited(export, before, 2))).containsExactly("192.0.2.1", "192.0.2.2");
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(4, TimeUnit.SECONDS);
    } catch (InterruptedException stopping) {
      throw new IllegalStateException(stopping);
    }
  }
}
