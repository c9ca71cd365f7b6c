package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Post;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.PlaceRequest;
import dev.latchkey.storage.Health;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Platform, Health: this node and the store behind all of them. No secret is shown. */
public final class HealthPage {
    private final PlaceEntrance entrance;
    private final Health health;
    private final Optional<Post> post;
    private final Node node;

    public HealthPage(PlaceEntrance entrance, Health health, Optional<Post> post, Node node) {
        this.entrance = entrance;
        this.health = health;
        this.post = post;
        this.node = node;
    }

    /** The process that answers. */
    public record Node(String version, Instant startedAt) {}

    public List<Route> routes(Door door) {
        return List.of(door.in(entrance, "GET", "", this::show));
    }

    private Response show(PlaceRequest request) {
        Instant now = request.occasion().at();
        Health.Figures store = health.look(now);
        Duration up = Duration.between(node.startedAt(), now);
        Page page = request.page();
        return page.show(
                200, TEMPLATES.directoryHealth(page, store, node, up, post.map(Post::state)));
    }
}
