package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.Installation;
import dev.latchkey.app.Wiring;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Access;
import dev.latchkey.edge.http.Body;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.netty.Server;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls every route as a stranger, without a session or a token. Only the routes in this list may
 * answer; the list may only become shorter.
 */
class EveryRouteTest {
  private static final List<String> OPEN =
      List.of(
          "GET /.well-known/oauth-authorization-server",
          "GET /.well-known/oauth-protected-resource/openapi/v2",
          "GET /.well-known/oauth-protected-resource/openapi/v2/**",
          "GET /assets/{file}",
          "GET /health/live",
          "GET /health/ready",
          "GET /logos/{client_id}/{hash}",
          "GET /oauth2/authorize",
          "GET /oauth2/jwks",
          "GET /oauth2/leaked",
          "GET /password",
          "GET /setup",
          "GET /sign-in",
          "GET /sign-in/code",
          "POST /language",
          "POST /oauth2/authorize",
          "POST /oauth2/leaked",
          "POST /password",
          "POST /setup",
          "POST /sign-in",
          "POST /sign-in/code",
          "POST /sign-in/passkey",
          "POST /theme");

  private static final List<String> FOR_BROWSERS =
      List.of(
          "X-Frame-Options",
          "Referrer-Policy",
          "Cross-Origin-Opener-Policy",
          "Cross-Origin-Resource-Policy");

  private final HttpClient client = HttpClient.newHttpClient();
  private Wiring wiring;
  private Server server;

  @BeforeEach
  void start(@TempDir Path data) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    wiring = new Wiring(Installation.open(ConfigFile.defaults().in(data).onPort(0), nowhere));
    server = wiring.serve(EveryRouteTest::withoutHeaders);
  }

  @AfterEach
  void stop() {
    server.close();
    wiring.close();
  }

  @Test
  void the_open_routes_are_these_and_no_others() {
    List<String> open =
        wiring.routes(pageGuard -> List.of()).all().stream()
            .filter(route -> route.access() == Access.General.OPEN)
            .map(route -> route.method() + " " + route.pattern())
            .sorted()
            .toList();

    assertThat(open).isEqualTo(OPEN);
  }

  @Test
  void a_stranger_is_refused_everywhere_else() throws Exception {
    for (Route route : wiring.routes(pageGuard -> List.of()).all()) {
      if (route.access() != Access.General.OPEN) {
        HttpResponse<String> answer = asStranger(route);
        boolean toSignIn =
            answer.headers().firstValue("Location").orElse("").matches("/sign-in(\\?next=.*)?");

        assertThat(toSignIn || List.of(401, 403).contains(answer.statusCode()))
            .as(
                "%s %s answered %d %s",
                route.method(), route.pattern(), answer.statusCode(), answer.body())
            .isTrue();
      }
    }
  }

  @Test
  void no_answer_may_be_read_from_another_origin() throws Exception {
    for (Route route : wiring.routes(pageGuard -> List.of()).all()) {
      for (String origin : List.of("null", "https://trusted.evil.example")) {
        for (HttpResponse<String> answer :
            List.of(asStranger(route, "Origin", origin), preflight(route, "Origin", origin))) {
          assertThat(answer.headers().map().keySet())
              .as("%s %s", route.method(), route.pattern())
              .noneMatch(name -> name.startsWith("access-control-"));
        }
      }
    }
  }

  /** The standard headers are added to every answer, whatever the handler of the route does. */
  @Test
  void every_answer_carries_the_standard_headers() throws Exception {
    List<Route> all = wiring.routes(EveryRouteTest::withoutHeaders).all();
    for (Route route : all) {
      HttpResponse<String> answer = asStranger(route);
      String what = route.method() + " " + route.pattern() + " " + answer.statusCode();

      assertThat(answer.headers().allValues("X-Content-Type-Options"))
          .as(what)
          .containsExactly("nosniff");
      assertThat(answer.headers().allValues("Cache-Control")).as(what).hasSize(1);
      if (route.face() == Route.Audience.PAGE) {
        assertThat(answer.headers().allValues("Content-Security-Policy"))
            .as(what)
            .hasSize(1)
            .allMatch(policy -> policy.contains("frame-ancestors 'none'"));
        for (String name : FOR_BROWSERS) {
          assertThat(answer.headers().allValues(name)).as(what + " " + name).hasSize(1);
        }
      }
    }
    assertThat(asStranger(all.getLast()).body()).isEqualTo("streamed");
  }

  /** Routes whose handlers set none of the standard headers. */
  private static List<Route> withoutHeaders(PageGuard pageGuard) {
    return List.of(
        pageGuard.open(
            "GET", "/careless/redirect", (request, visitor) -> Response.redirect(302, "/")),
        Route.openPage(
            "GET",
            "/careless/failure",
            request -> {
              throw new IllegalStateException("on purpose");
            }),
        Route.openPage(
            "GET",
            "/careless/stream",
            request ->
                new Response(
                    200,
                    List.of(),
                    new Content.Streamed(
                        OptionalLong.empty(),
                        new ByteArrayInputStream("streamed".getBytes(StandardCharsets.UTF_8))))));
  }

  private HttpResponse<String> preflight(Route route, String... headers)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(address(route))
            .headers(headers)
            .header("Access-Control-Request-Method", "GET")
            .header("Access-Control-Request-Headers", "authorization")
            .method("OPTIONS", BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }

  private URI address(Route route) {
    String path = route.pattern().toString().replaceAll("\\{[a-z_]+}", "x").replace("**", "x");
    return URI.create("http://localhost:" + server.port() + path);
  }

  private HttpResponse<String> asStranger(Route route, String... headers)
      throws IOException, InterruptedException {
    String method = route.method().equals("*") ? "GET" : route.method();
    boolean json = route.bodies().contains(Body.Kind.JSON);
    String body =
        json
            ? "{\"client_id\":\"cli_x\",\"client_secret\":\"x\",\"access_token\":\"x\"}"
            : "client_id=cli_x&client_secret=x&grant_type=authorization_code&code=x&token=x";
    var request = HttpRequest.newBuilder(address(route));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(
        request
            .header("Content-Type", json ? "application/json" : "application/x-www-form-urlencoded")
            .method(
                method,
                method.equals("POST") ? BodyPublishers.ofString(body) : BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }
}
