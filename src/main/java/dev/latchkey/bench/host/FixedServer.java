package dev.latchkey.bench.host;

import dev.latchkey.http.AddressGate;
import dev.latchkey.http.Content;
import dev.latchkey.http.Hosts;
import dev.latchkey.http.Json;
import dev.latchkey.http.Proxies;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.http.Routes;
import dev.latchkey.http.netty.Server;
import dev.latchkey.model.Waits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The yardstick: the product's own HTTP layer, one route, and a body as long as an introspection
 * that is there already. It also stands behind the gateway, with a body of a gibibyte to fetch and
 * room for one to leave.
 */
public final class FixedServer {
    /** What its process says, and then its port. */
    public static final String SAYS = "The fixed answer is at port ";

    public static final String PATH = "/fixed";
    public static final String OPEN_PATH = "/openapi/v2/fixed";
    public static final String LARGE_PATH = "/openapi/v2/large";
    public static final long LARGE_BYTES = 1L << 30;
    public static final byte[] BODY =
            ("{\"fixed\":\"" + "x".repeat(318) + "\"}").getBytes(StandardCharsets.US_ASCII);

    private FixedServer() {}

    public static Server start() {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        var routes =
                new Routes(
                        List.of(
                                open("GET", PATH, request -> Response.json(200, BODY)),
                                open("GET", OPEN_PATH, request -> Response.json(200, BODY)),
                                open("GET", LARGE_PATH, request -> large()),
                                open("PUT", LARGE_PATH, FixedServer::count)),
                        new Hosts(Optional.empty(), false),
                        new Proxies(Set.of()),
                        new AddressGate(Optional.empty(), clock),
                        clock,
                        (refusal, language) -> refusal.json(),
                        (path, status) -> {});
        return Server.start(
                dev.latchkey.http.ListenAt.plain("127.0.0.1", 0),
                routes,
                dev.latchkey.http.CatchUp.NOT_NEEDED,
                Waits.DEFAULT,
                dev.latchkey.model.ConnectionLimits.DEFAULT);
    }

    private static Route open(String method, String path, Route.Handler handler) {
        return Route.json(method, path, Route.Access.OPEN, handler);
    }

    private static Response large() {
        return new Response(
                200,
                List.of(),
                new Content.Streamed(OptionalLong.of(LARGE_BYTES), new Zeros(LARGE_BYTES)));
    }

    private static Response count(Request request) {
        return Response.json(200, Json.object().put("bytes", 0));
    }
}
