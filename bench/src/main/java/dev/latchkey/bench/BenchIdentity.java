package dev.latchkey.bench;

import dev.latchkey.edge.http.Json;
import dev.latchkey.host.HostFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/** One user and one credential of the server under test. */
record BenchIdentity(
    String clientId, String clientSecret, String email, String password, String teamId) {
  /** The first user and the first credential that a running demo wrote to its directory. */
  static BenchIdentity ofDemo(Path directory) {
    Path file = directory.resolve("demo.json");
    try {
      JsonNode demo =
          Json.parse(Files.readString(file))
              .orElseThrow(() -> new HostFault(file + " is not JSON"));
      JsonNode credential = demo.path("credentials").path(0);
      JsonNode user = demo.path("users").path(0);
      return new BenchIdentity(
          credential.path("client_id").asString(),
          credential.path("client_secret").asString(),
          user.path("email").asString(),
          user.path("password").asString(),
          user.path("team_ids").path(0).asString());
    } catch (IOException missing) {
      throw new HostFault(
          "no demo runs there: " + file + " cannot be read (start: latchkey demo)", missing);
    }
  }

  ClientToken.Client client() {
    return ClientToken.Client.of(clientId, clientSecret);
  }

  @Override
  public String toString() {
    return "BenchIdentity[" + clientId + "]";
  }
}
