package dev.latchkey.app.demo;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.demo.history.DemoHistory;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.RedirectUri;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns a running server into a demo. It fills an empty store with sample data, writes the
 * passwords and secrets to {@link DemoFile}, and prints a guide. {@code history}: what has happened
 * before; empty if the pages are to show little.
 */
public record Demo(
    DemoStore store,
    DemoFile file,
    Optional<DemoPlatform> platform,
    Optional<DemoHistory> history,
    String origin) {
  public void open(String baseUrl, PrintStream out) {
    ObjectNode contents = contents(out);
    contents.put("base_url", baseUrl);
    platform.ifPresent(running -> running.configure(baseUrl, contents.path("teams")));
    file.publish(contents);
    Guide.print(out, contents, SampleTokens.of(store, contents), platform.isPresent());
  }

  private ObjectNode contents(PrintStream out) {
    if (store.directory().isEmpty()) {
      out.println("Filling an empty store with sample data ...");
      return fill();
    }
    ObjectNode contents =
        file.earlier()
            .orElseThrow(() ->
                new ConfigFault(
                    "this store has data that no demo with this --data directory created;"
                        + " choose another --data or --database"));
    for (JsonNode credential : contents.path("credentials")) {
      updateRedirectUri((ObjectNode) credential);
    }
    return contents;
  }

  private ObjectNode fill() {
    if (history.isEmpty()) {
      return SampleData.fill(store, origin);
    }
    ObjectNode contents = SampleData.fill(store.at(history.get().beginning()), origin);
    history.get().write(contents);
    return contents;
  }

  /**
   * Updates the redirect URI of a credential. The demo may have another address than at its last
   * start, and browsers must be redirected to the current one. A request of the contract names no
   * address, so the free port of loopback addresses does not help, and a fixed port may be in use.
   */
  private void updateRedirectUri(ObjectNode credential) {
    var client = new Id.Client(credential.path("client_id").stringValue());
    RedirectUri redirectUri = CallbackPage.address(client, origin);
    credential.put("redirect_uri", redirectUri.text());
    store
        .credentials()
        .credentials()
        .findActive(client)
        .filter(known -> !known.redirectUris().contains(redirectUri))
        .ifPresent(known ->
            store
                .credentials()
                .credentials()
                .change(
                    known.as(List.of(redirectUri), known.profile()), known.owner(), store.now()));
  }
}
