package dev.latchkey.demo;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RedirectUri;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a listening server a demo: sample data in an empty store, the note of it beside the data,
 * and a guide.
 */
public final class Demo {
    private final DemoStore store;
    private final DemoFile file;
    private final Optional<Platform> platform;
    private final int port;

    public Demo(DemoStore store, DemoFile file, Optional<Platform> platform, int port) {
        this.store = store;
        this.file = file;
        this.platform = platform;
        this.port = port;
    }

    public void open(String baseUrl, PrintStream out) {
        ObjectNode memo = memo(out);
        memo.put("base_url", baseUrl);
        platform.ifPresent(behind -> behind.tell(baseUrl, memo.path("teams")));
        file.publish(memo);
        Guide.print(out, memo, Rehearsal.of(store, memo), platform.isPresent());
    }

    private ObjectNode memo(PrintStream out) {
        if (store.users().isEmpty()) {
            out.println("Filling an empty store with sample data ...");
            return SampleData.fill(store, port);
        }
        ObjectNode memo =
                file.earlier()
                        .orElseThrow(() ->
                                new ConfigFault(
                                        "this store has data that the demo did not make here;"
                                                + " choose another --data or --database"));
        for (JsonNode credential : memo.path("credentials")) {
            follow((ObjectNode) credential);
        }
        return memo;
    }

    /**
     * The demo may listen on another port than last time; its credentials send browsers there now.
     */
    private void follow(ObjectNode noted) {
        var client = new Id.Client(noted.path("client_id").stringValue());
        RedirectUri here = CallbackPage.address(client, port);
        noted.put("redirect_uri", here.text());
        store.credentials()
                .findActive(client)
                .filter(known -> !known.redirectUris().contains(here))
                .ifPresent(known ->
                        store.credentials().change(moved(known, here), known.owner(), store.now()));
    }

    private static Credential.Personal moved(Credential.Personal known, RedirectUri here) {
        return new Credential.Personal(
                known.clientId(),
                known.name(),
                known.organization(),
                known.owner(),
                known.scope(),
                List.of(here),
                known.options(),
                known.createdAt(),
                known.version());
    }
}
