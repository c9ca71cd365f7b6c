package dev.latchkey.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Examines pages with axe. Its script has an address, because a browser keeps what it has compiled
 * of such a script for the next page. A page must ignore its content security policy for it.
 */
final class Axe implements AutoCloseable {
  /**
   * The builder of the library would also return everything that is right, which takes most of the
   * time.
   */
  private static final String RUN =
      """
      async rules =>
          (await axe.run({resultTypes: ['violations'], iframes: false, ...rules}))
              .violations
              .flatMap(rule => rule.nodes.map(
                  node => rule.id + ': ' + node.html + ' ' + node.failureSummary))
      """;

  private final HttpServer server;

  Axe() {
    byte[] script = AxeBuilder.getAxeScript().getBytes(StandardCharsets.UTF_8);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    server.createContext(
        "/axe.js",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/javascript");
          exchange.getResponseHeaders().add("Cache-Control", "max-age=3600");
          exchange.sendResponseHeaders(200, script.length);
          try (exchange) {
            exchange.getResponseBody().write(script);
          }
        });
    server.start();
  }

  /** Adds axe to the page that is shown. */
  void addTo(Page page) {
    page.addScriptTag(
        new Page.AddScriptTagOptions()
            .setUrl("http://127.0.0.1:" + server.getAddress().getPort() + "/axe.js"));
  }

  /** What the page violates of these rules: options of {@code axe.run}. */
  @SuppressWarnings("unchecked")
  List<String> violations(Page page, Map<String, Object> rules) {
    return (List<String>) page.evaluate(RUN, rules);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
