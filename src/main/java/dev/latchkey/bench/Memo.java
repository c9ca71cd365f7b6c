package dev.latchkey.bench;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/** What the benchmark needs to know of a server: one user and one credential. */
record Memo(String clientId, String clientSecret, String email, String password, String teamId) {
    /** The first of each that a running demo noted. */
    static Memo ofDemo(Path directory) {
        Path file = directory.resolve("demo.json");
        try {
            JsonNode memo =
                    Json.parse(Files.readString(file))
                            .orElseThrow(() -> new ConfigFault(file + " is not JSON"));
            JsonNode credential = memo.path("credentials").path(0);
            JsonNode user = memo.path("users").path(0);
            return new Memo(
                    credential.path("client_id").asString(),
                    credential.path("client_secret").asString(),
                    user.path("email").asString(),
                    user.path("password").asString(),
                    user.path("team_ids").path(0).asString());
        } catch (IOException missing) {
            throw new ConfigFault(
                    "no demo runs there: " + file + " cannot be read (start: latchkey demo)",
                    missing);
        }
    }

    @Override
    public String toString() {
        return "Memo[" + clientId + "]";
    }
}
