package dev.latchkey.app.demo;

import dev.latchkey.app.config.Settings;
import dev.latchkey.console.reference.ApiDocument;
import dev.latchkey.console.reference.ApiDocumentReader;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.model.credential.Scopes;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The sample platform of {@code examples/}, behind the gateway. It runs as a separate process that
 * stops when its input ends. Therefore it always ends with the demo, even if the demo is killed.
 */
public final class DemoPlatform implements AutoCloseable {
  private static final String SOURCE = "examples/SamplePlatform.java";
  private static final String DOCUMENT = "SamplePlatform.openapi.yaml";
  private static final String NAME = "platform";
  private static final long STOP_TIMEOUT_SECONDS = 5;

  private final Process process;
  private final URI address;
  private final ApiDocument document;

  private DemoPlatform(Process process, URI address, ApiDocument document) {
    this.process = process;
    this.address = address;
    this.document = document;
  }

  /**
   * Starts the platform. Empty if the sources are not beside the program, or if they do not start.
   */
  public static Optional<DemoPlatform> start() {
    return source().flatMap(DemoPlatform::start);
  }

  /**
   * Adds the calls of the platform and their scopes to the settings, beside the calls of Latchkey
   * itself.
   */
  public Settings behind(Settings settings) {
    var upstream =
        new Upstream(NAME, List.of(address), 256, Duration.ofSeconds(2), Duration.ofSeconds(60));
    var rows = new ArrayList<>(settings.platform().routes().routes());
    rows.add(row("GET", "/projects", "read:project:info", upstream));
    rows.add(row("POST", "/projects", "write:project:info", upstream));
    rows.add(deprecated(row("GET", "/projects/{project_id}/issues", "read:issue:info", upstream)));
    rows.add(row("POST", "/projects/{project_id}/issues", "write:issue:info", upstream));
    rows.add(row("GET", "/issues/{issue_id}", "read:issue:info", upstream));
    rows.add(row("GET", "/issues/{issue_id}/comments", "read:issue:comments", upstream));
    rows.add(row("POST", "/issues/{issue_id}/comments", "write:issue:comments", upstream));
    return settings.with(new RouteTable(rows)).with(document);
  }

  /**
   * Sends the platform the address of Latchkey and the list of teams. The platform answers calls
   * from then on.
   */
  void configure(String baseUrl, JsonNode teams) {
    ObjectNode configuration = Json.object().put("latchkey", baseUrl);
    configuration.set("teams", teams);
    try {
      process.getOutputStream().write(Json.bytes(configuration));
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    } catch (IOException stopped) {
      process.destroy();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<DemoPlatform> start(Path source) {
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  source.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      ApiDocument document =
          ApiDocumentReader.read(Files.readString(source.resolveSibling(DOCUMENT)));
      return Optional.ofNullable(output.readLine())
          .map(port -> new DemoPlatform(process, URI.create("http://127.0.0.1:" + port), document));
    } catch (IOException notStarted) {
      return Optional.empty();
    }
  }

  private static Optional<Path> source() {
    try {
      Path program =
          Path.of(DemoPlatform.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Stream.iterate(program, directory -> directory != null, Path::getParent)
          .map(directory -> directory.resolve(SOURCE))
          .filter(Files::exists)
          .findFirst();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The day is before all calls of the history. */
  private static OpenRoute deprecated(OpenRoute row) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    var deprecation =
        RouteNotes.Deprecation.of(
            today.minusDays(40), Optional.of(today.plusDays(140)), Optional.empty());
    return new OpenRoute(
        row.methods(),
        row.pattern(),
        row.needs(),
        row.target(),
        new RouteNotes(Set.of(), Optional.of(deprecation)));
  }

  private static OpenRoute row(String method, String path, String scope, Upstream upstream) {
    return new OpenRoute(
        Set.of(method),
        PathPattern.of("/openapi/v2" + path),
        Scopes.parse(scope),
        new Target.Forwarded(
            upstream, Optional.empty(), Optional.empty(), Optional.empty(), PathRewrite.NONE));
  }
}
