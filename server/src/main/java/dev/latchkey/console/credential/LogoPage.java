package dev.latchkey.console.credential;

import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Logo;
import dev.latchkey.storage.credential.AppLogos;
import java.util.List;
import java.util.Optional;

/**
 * Serves the logos of apps. The address has the hash of the image, so a browser can keep it, and
 * only someone who has seen a page with the logo knows it.
 */
public record LogoPage(AppLogos logos) {
  /** A browser that opens the image as a page of its own draws it and does nothing else. */
  private static final Header DRAWING_ONLY =
      new Header(
          "Content-Security-Policy",
          "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'; form-action 'none'");

  public Route route() {
    return Route.openPage("GET", Logo.BASE + "/{client_id}/{hash}", this::show);
  }

  private Response show(Request request) {
    return named(request)
        .flatMap(logos::find)
        .map(LogoPage::answer)
        .orElseGet(() -> new Refusal(404, "not_found", "There is no such logo.").json());
  }

  private static Optional<Logo> named(Request request) {
    return Optional.ofNullable(request.segments().get("hash"))
        .filter(Logo::isHash)
        .map(hash ->
            new Logo(new Id.Client(request.segments().getOrDefault("client_id", "")), hash));
  }

  private static Response answer(byte[] png) {
    return image(png)
        .with("Cache-Control", "public, max-age=31536000, immutable")
        .with(DRAWING_ONLY);
  }

  static Response image(byte[] png) {
    return new Response(200, List.of(), new Content.Whole(png)).with("Content-Type", "image/png");
  }
}
