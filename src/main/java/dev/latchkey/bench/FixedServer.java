package dev.latchkey.bench;

import dev.latchkey.http.AddressGate;
import dev.latchkey.http.Hosts;
import dev.latchkey.http.Proxies;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.http.Routes;
import dev.latchkey.http.Server;
import dev.latchkey.model.Waits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The yardstick: the product's own HTTP layer, one route, and a body as long as an introspection
 * that is there already.
 */
public final class FixedServer {
    static final String PATH = "/fixed";
    static final byte[] BODY =
            ("{\"fixed\":\"" + "x".repeat(318) + "\"}").getBytes(StandardCharsets.US_ASCII);

    private FixedServer() {}

    public static Server start() {
        var route = Route.json("GET", PATH, Route.Access.OPEN, request -> Response.json(200, BODY));
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        var routes =
                new Routes(
                        List.of(route),
                        new Hosts(Optional.empty()),
                        new Proxies(Set.of()),
                        new AddressGate(Optional.empty(), clock),
                        clock,
                        (refusal, language) -> refusal.json(),
                        (path, status) -> {});
        return Server.start("127.0.0.1", 0, routes, Waits.DEFAULT);
    }
}
