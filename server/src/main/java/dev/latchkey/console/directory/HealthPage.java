package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.mail.Mailer;
import dev.latchkey.storage.operation.StoreHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The page Platform, Health. It shows the state of this node, and of the database that all nodes
 * share. It shows no secret.
 */
public final class HealthPage {
  private final SectionGuard sectionGuard;
  private final StoreHealth health;
  private final Optional<Mailer> mailer;
  private final Node node;

  public HealthPage(
      SectionGuard sectionGuard, StoreHealth health, Optional<Mailer> mailer, Node node) {
    this.sectionGuard = sectionGuard;
    this.health = health;
    this.mailer = mailer;
    this.node = node;
  }

  /** This node: the process that answers the request. */
  public record Node(String version, Instant startedAt) {}

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.in(sectionGuard, Effect.READ, "", this::show));
  }

  private Response show(SectionRequest request) {
    Instant now = request.moment().at();
    Duration uptime = Duration.between(node.startedAt(), now);
    Page page = request.page();
    return page.show(
        200,
        TEMPLATES.directoryHealth(
            page,
            health.look(now),
            health.expiredRows(now),
            node,
            uptime,
            mailer.map(Mailer::state)));
  }
}
