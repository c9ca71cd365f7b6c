package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

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

/** Platform, Health: this node and the store behind all of them. No secret is shown. */
public final class HealthPage {
    private final SectionGuard entrance;
    private final StoreHealth health;
    private final Optional<Mailer> post;
    private final Node node;

    public HealthPage(SectionGuard entrance, StoreHealth health, Optional<Mailer> post, Node node) {
        this.entrance = entrance;
        this.health = health;
        this.post = post;
        this.node = node;
    }

    /** The process that answers. */
    public record Node(String version, Instant startedAt) {}

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(pageGuard.in(entrance, "GET", "", this::show));
    }

    private Response show(SectionRequest request) {
        Instant now = request.moment().at();
        StoreHealth.Figures store = health.look(now);
        Duration up = Duration.between(node.startedAt(), now);
        Page page = request.page();
        return page.show(
                200, TEMPLATES.directoryHealth(page, store, node, up, post.map(Mailer::state)));
    }
}
