package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Effect;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Mailer;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.page.SectionRequest;
import dev.latchkey.storage.StoreHealth;
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
