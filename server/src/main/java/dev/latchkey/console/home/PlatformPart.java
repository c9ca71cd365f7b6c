package dev.latchkey.console.home;

import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.process.AnswersOfMinute;
import dev.latchkey.storage.OperationStores;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.operation.DailyCalls;
import dev.latchkey.storage.operation.StoreHealth;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** The first page of the platform, for super administrators: this node, the store, what is new. */
public final class PlatformPart {
  private static final int ORGANIZATIONS_SHOWN = 5;
  private static final int ENTRIES_SHOWN = 8;

  private final StoreHealth health;
  private final DailyCalls calls;
  private final AuditRecords auditRecords;
  private final Organizations organizations;
  private final Node node;

  public PlatformPart(OperationStores operation, Organizations organizations, Node node) {
    this.health = operation.health();
    this.calls = operation.dailyCalls();
    this.auditRecords = operation.auditRecords();
    this.organizations = organizations;
    this.node = node;
  }

  /**
   * The node that answers the request: when it started, and what it answered in the last minutes.
   */
  public record Node(Instant startedAt, Supplier<List<AnswersOfMinute>> answers) {}

  /** {@code uptime}, {@code rates}: of the node that answers the request. */
  public record View(
      Duration uptime,
      AnswerRates rates,
      StoreHealth.Figures store,
      CallFigures calls,
      List<Organizations.View> organizations,
      List<ListedAuditEntry> newest) {}

  View at(Instant now) {
    return new View(
        Duration.between(node.startedAt(), now),
        new AnswerRates(node.answers().get()),
        health.look(now),
        new CallFigures(calls.everywhere(now)),
        organizations
            .find(
                SearchText.NONE, TablePage.first(Organizations.Column.CREATED, ORGANIZATIONS_SHOWN))
            .rows(),
        auditRecords.newest(ENTRIES_SHOWN));
  }
}
