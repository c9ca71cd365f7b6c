package dev.latchkey.demo;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.RedirectUri;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stands for the apps that the demo's credentials belong to: shows what came back, and the next
 * command.
 */
public final class CallbackPage {
    private static final String PATH = "/demo/callback/";

    private final Pages pages;
    private final DemoFile file;

    public CallbackPage(Pages pages, DemoFile file) {
        this.pages = pages;
        this.file = file;
    }

    public List<Route> routes(Door door) {
        return List.of(door.open("GET", PATH + "{client_id}", this::show));
    }

    /** On the loopback literal, so that the port is free (RFC 8252). */
    static RedirectUri address(Id.Client client, int port) {
        return new RedirectUri("http://127.0.0.1:" + port + PATH + client.value());
    }

    private Response show(Request request, Visitor visitor) {
        String id = Optional.ofNullable(request.segments().get("client_id")).orElse("");
        String code = request.query().value("code").orElse("");
        return file.secretOf(id)
                .map(secret ->
                        pages.show(
                                200,
                                "demo/callback",
                                pages.of(visitor),
                                Map.of(
                                        "code", code,
                                        "state", request.query().value("state").orElse(""),
                                        "error",
                                                request.query()
                                                        .value("error_description")
                                                        .orElse(""),
                                        "curl",
                                                Guide.exchange(
                                                        request.baseUrl(), id, secret, code))))
                .orElseGet(
                        () -> pages.problem(pages.of(visitor), 404, "not_found", "demo.unknown"));
    }
}
