package dev.latchkey.demo;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import java.util.List;
import java.util.Map;

/**
 * Stands for the app that the demo's credentials belong to: shows what came back, and the next
 * step.
 */
public final class CallbackPage {
    public static final String PATH = "/demo/callback";

    private final Pages pages;

    public CallbackPage(Pages pages) {
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(door.open("GET", PATH, this::show));
    }

    private Response show(Request request, Visitor visitor) {
        String code = request.query().value("code").orElse("");
        return pages.show(
                200,
                "demo-callback",
                pages.of(visitor),
                Map.of(
                        "code", code,
                        "state", request.query().value("state").orElse(""),
                        "error", request.query().value("error_description").orElse(""),
                        "curl",
                                Guide.exchange(
                                        request.baseUrl(), "CLIENT_ID", "CLIENT_SECRET", code)));
    }
}
