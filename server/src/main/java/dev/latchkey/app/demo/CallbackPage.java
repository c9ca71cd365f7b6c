package dev.latchkey.app.demo;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.RedirectUri;
import java.util.List;
import java.util.Optional;

/**
 * Receives the redirect on behalf of the apps of the demo. It shows the code that came with the
 * redirect, and the command that exchanges the code.
 */
public record CallbackPage(Pages pages, DemoFile file) {
  private static final String PATH = "/demo/callback/";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.open("GET", PATH + "{client_id}", this::show));
  }

  /** The redirect URI of a client. {@code origin} is {@link #origin}. */
  static RedirectUri address(Id.Client client, String origin) {
    return new RedirectUri(origin + PATH + client.value());
  }

  /**
   * Where browsers are redirected to: the published address, or the literal loopback address,
   * because then any port is accepted (RFC 8252).
   */
  public static String origin(Optional<String> baseUrl, int port) {
    return baseUrl.filter(url -> url.startsWith("https://")).orElse("http://127.0.0.1:" + port);
  }

  private Response show(Request request, Visitor visitor) {
    Page page = pages.of(visitor);
    String id = Optional.ofNullable(request.segments().get("client_id")).orElse("");
    Optional<String> secret = file.secretOf(id);
    if (secret.isEmpty()) {
      return pages.problem(page, 404, "not_found", "demo.unknown");
    }
    String code = request.query().value("code").orElse("");
    String state = request.query().value("state").orElse("");
    String error = request.query().value("error_description").orElse("");
    String curl = Guide.exchange(request.baseUrl(), id, secret.get(), code);
    return page.show(200, TEMPLATES.demoCallback(page, code, state, error, curl));
  }
}
