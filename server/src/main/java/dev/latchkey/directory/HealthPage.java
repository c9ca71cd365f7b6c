package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Post;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Health;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Platform, Health: this node and the store behind all of them. No secret is shown. */
public final class HealthPage {
    private final PlaceEntrance entrance;
    private final Health health;
    private final Optional<Post> post;
    private final Node node;
    private final Pages pages;

    public HealthPage(
            PlaceEntrance entrance, Health health, Optional<Post> post, Node node, Pages pages) {
        this.entrance = entrance;
        this.health = health;
        this.post = post;
        this.node = node;
        this.pages = pages;
    }

    /** The process that answers. */
    public record Node(String version, Instant startedAt) {}

    public List<Route> routes(Door door) {
        return List.of(door.signedIn("GET", entrance.place().path(), this::show));
    }

    private Response show(Request request, Visitor visitor) {
        Instant now = request.occasion().at();
        return entrance.enter(
                request,
                visitor,
                () ->
                        pages.show(
                                200,
                                "directory/health",
                                pages.of(visitor),
                                Map.of(
                                        "store",
                                        health.look(now),
                                        "node",
                                        node,
                                        "up",
                                        Duration.between(node.startedAt(), now),
                                        "post",
                                        post.map(Post::state))));
    }
}
