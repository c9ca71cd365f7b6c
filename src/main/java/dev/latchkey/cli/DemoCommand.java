package dev.latchkey.cli;

import dev.latchkey.Wiring;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.Settings;
import dev.latchkey.demo.CallbackPage;
import dev.latchkey.demo.DemoFile;
import dev.latchkey.demo.Guide;
import dev.latchkey.demo.Sample;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RedirectUri;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Run the service with sample data, and say how to use it.",
            "What a script needs is in DIR/demo.json while the demo runs; the log is DIR/latchkey.log.",
            "A second start of the same DIR keeps users, passwords and secrets."
        })
final class DemoCommand implements Callable<Integer> {
    @Mixin private StoreOptions store = new StoreOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen on this port (default: 8080; 0 picks a free one).")
    private @Nullable Integer port;

    @Override
    public Integer call() throws IOException {
        Settings settings = port == null ? store.settings() : store.settings().withPort(port);
        Path log = settings.data().resolve("latchkey.log");
        try (OutputStream file =
                        Files.newOutputStream(
                                log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                PrintStream lines = new PrintStream(file, true, StandardCharsets.UTF_8);
                Listening listening =
                        Listening.start(
                                settings,
                                lines,
                                (wiring, door) -> new CallbackPage(wiring.pages()).routes(door))) {
            var memos = new DemoFile(settings.data());
            ObjectNode memo = memo(listening, memos.rest());
            memo.put("base_url", listening.baseUrl());
            memos.publish(memo);
            Guide.print(System.out, memo);
            System.out.println("Stop it with Ctrl-C.");
            listening.untilStopped();
        }
        return 0;
    }

    private static ObjectNode memo(Listening listening, Optional<ObjectNode> noted) {
        Wiring wiring = listening.wiring();
        String redirectUri = "http://127.0.0.1:" + listening.port() + CallbackPage.PATH;
        if (wiring.people().isEmpty()) {
            System.out.println("Filling an empty store with sample data ...");
            return Sample.fill(wiring, redirectUri);
        }
        ObjectNode memo =
                noted.orElseThrow(() ->
                        new ConfigFault(
                                "this store has data that the demo did not make here; choose another --data or --database"));
        for (JsonNode credential : memo.path("credentials")) {
            follow(wiring, (ObjectNode) credential, redirectUri);
        }
        return memo;
    }

    /**
     * The demo may listen on another port than last time; its credentials send browsers there now.
     */
    private static void follow(Wiring wiring, ObjectNode noted, String redirectUri) {
        noted.put("redirect_uri", redirectUri);
        wiring.credentials()
                .findWorking(new Id.Client(noted.path("client_id").stringValue()))
                .filter(known -> !known.redirectUris().getFirst().text().equals(redirectUri))
                .ifPresent(known ->
                        wiring.credentials()
                                .change(moved(known, redirectUri), known.owner(), wiring.here()));
    }

    private static Credential.Personal moved(Credential.Personal known, String redirectUri) {
        return new Credential.Personal(
                known.clientId(),
                known.name(),
                known.organization(),
                known.owner(),
                known.scope(),
                List.of(new RedirectUri(redirectUri)),
                known.options(),
                known.createdAt(),
                known.version());
    }
}
