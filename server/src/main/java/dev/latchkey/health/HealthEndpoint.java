package dev.latchkey.health;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The routes with which a proxy or a service manager watches this process. */
public final class HealthEndpoint {
    private final Readiness readiness;

    public HealthEndpoint(Readiness readiness) {
        this.readiness = readiness;
    }

    public List<Route> routes() {
        return List.of(
                Route.probe("/health/live", request -> answer(200, "live")).immediate(),
                Route.probe("/health/ready", this::ready));
    }

    private Response ready(Request request) {
        Readiness.State state = readiness.now();
        return answer(
                state == Readiness.State.READY ? 200 : 503, state.name().toLowerCase(Locale.ROOT));
    }

    private static Response answer(int status, String state) {
        return Response.json(
                status, ("{\"status\":\"" + state + "\"}").getBytes(StandardCharsets.UTF_8));
    }
}
