package dev.latchkey.console.asset;

import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The static files that pages load. Only the files listed here are served, and those of the
 * operator's {@link Brand}.
 */
public final class Assets {
  private static final String PICO =
      "/META-INF/resources/webjars/picocss__pico/2.1.1/css/pico.min.css";

  /** The parts of the style sheet, in the order in which later ones win. */
  private static final List<String> STYLES =
      List.of(
          PICO,
          "/assets/css/tokens.css",
          "/assets/css/base.css",
          "/assets/css/shell.css",
          "/assets/css/forms.css",
          "/assets/css/data.css",
          "/assets/css/features.css",
          "/assets/css/lists.css",
          "/assets/css/access.css",
          "/assets/css/audit.css",
          "/assets/css/home.css",
          "/assets/css/trial.css",
          "/assets/css/dialogs.css");

  /** The files that are served as they are. */
  private static final List<String> SINGLE =
      List.of(
          "latchkey.svg",
          "follow.js",
          "call.js",
          "check-fields.js",
          "console.js",
          "local-time.js",
          "passkeys.js",
          "scopes.js");

  private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.8/dist/htmx.min.js";

  private static final Map<String, Asset> FILES =
      Stream.concat(
              Stream.of(new Asset("latchkey.css", STYLES), new Asset("htmx.js", List.of(HTMX))),
              SINGLE.stream().map(name -> new Asset(name, List.of("/assets/" + name))))
          .collect(Collectors.toUnmodifiableMap(Asset::name, asset -> asset));

  private static final String A_YEAR = "public, max-age=31536000, immutable";
  private static final String AN_HOUR = "public, max-age=3600";

  /**
   * What a browser may do that opens a file as a page of its own: draw it. A drawing can contain
   * scripts, and that of the operator comes from elsewhere.
   */
  private static final Header DRAWING_ONLY =
      new Header(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none';"
              + " frame-ancestors 'none'; form-action 'none'");

  private final Map<String, Asset> ofBrand;

  public Assets(Brand brand) {
    this.ofBrand =
        brand.assets().collect(Collectors.toUnmodifiableMap(Asset::name, Function.identity()));
  }

  /** The address of a file, for templates. It changes with the content of the file. */
  public static String href(String name) {
    return find(name).orElseThrow().href();
  }

  /** The files at this moment: those of the brand can change. */
  public static Route route(Supplier<Assets> current) {
    return Route.openPage("GET", "/assets/{file}", request -> current.get().answer(request))
        .immediate();
  }

  private Response answer(Request request) {
    String name = Optional.ofNullable(request.segments().get("file")).orElse("");
    return find(name)
        .or(() -> Optional.ofNullable(ofBrand.get(name)))
        .map(asset -> answer(request, asset))
        .orElseGet(() -> new Refusal(404, "not_found", "There is no such file.").json());
  }

  private static Response answer(Request request, Asset asset) {
    boolean isCurrent = asset.isVersion(request.query().value("v"));
    boolean isCompressed = Compression.isAccepted(request);
    byte[] bytes = isCompressed ? asset.compressed() : asset.plain();
    Response response =
        new Response(200, List.of(), new Content.Whole(bytes))
            .with("Content-Type", asset.type())
            .with("Cache-Control", isCurrent ? A_YEAR : AN_HOUR)
            .with("Vary", "Accept-Encoding");
    if (asset.isDrawing()) {
      response = response.with(DRAWING_ONLY);
    }
    return isCompressed ? response.with("Content-Encoding", "gzip") : response;
  }

  private static Optional<Asset> find(String name) {
    return Optional.ofNullable(FILES.get(name));
  }
}
