package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.BearerGuard;
import dev.latchkey.edge.http.ListenAt;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.RequestChecks;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.ResponseListener;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Routes;
import dev.latchkey.edge.http.netty.Server;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.LoopWatch;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A handler that runs on the event loop never blocks: neither an immediate handler nor a look-up in
 * memory. A handler that blocked would delay thousands of connections.
 */
@Isolated("records the waits of all event loops of this process")
class EventLoopTest {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String ISSUE = "/openapi/v2/issues/1";

  @Test
  void no_route_waits_on_the_event_loop() {
    try (Upstream upstream = Upstream.that(call -> call.answerOk("ok"));
        Latchkey latchkey =
            Latchkey.start(
                Store.POSTGRESQL,
                settings ->
                    Issues.behind(
                        settings,
                        upstream.address(),
                        """
                        gateways: [127.0.0.1]
                        resources: [{path: /issues/1}]
                        """))) {
      List<Route> routes =
          latchkey.wiring().routes(pageGuard -> List.of()).all().stream()
              .filter(route -> !(route.work() instanceof Route.Work.Waiting))
              .toList();
      List<String> waits = LoopWatch.waitsDuring(() -> callAll(routes, latchkey));

      assertThat(routes).hasSizeGreaterThan(5);
      assertThat(waits).isEmpty();
    }
  }

  /**
   * Calls every route with a token that is not yet cached, and then again with the same token,
   * which is cached.
   */
  private static void callAll(List<Route> routes, Latchkey latchkey) {
    Person person = latchkey.person();
    App app = latchkey.app(person);
    String token = app.tokens(latchkey.browser().signIn(person)).access();
    for (int i = 0; i < 5; i++) {
      for (Route route : routes) {
        Answer answer = call(route, latchkey, app, token);
        assertThat(answer.status()).as(route + " " + answer).isEqualTo(200);
      }
    }
    for (Route route : routes) {
      assertThat(call(route, latchkey, app, "lk_at_unknown").status())
          .as(route.toString())
          .isLessThan(500);
    }
  }

  private static Answer call(Route route, Latchkey latchkey, App app, String token) {
    String path =
        route
            .pattern()
            .toString()
            .replace("/openapi/v2/**", ISSUE)
            .replace("/oauth2/check/**", "/oauth2/check" + ISSUE)
            .replace("{file}", "latchkey.css");
    if (route.bodies().isEmpty()) {
      String method = route.method().equals("*") ? "GET" : route.method();
      String asked = path.equals("/oauth2/check") ? "X-Original-" : "X-Nothing-";
      return Http.here()
          .method(
              method,
              latchkey.url() + path,
              "Authorization",
              "Bearer " + token,
              asked + "Method",
              "GET",
              asked + "URI",
              ISSUE);
    }
    Map<String, String> fields =
        App.fields("client_id", app.id(), "client_secret", app.secret(), "token", token);
    return Http.here()
        .post(
            latchkey.url() + path, FORM, Http.encoded(fields).getBytes(StandardCharsets.US_ASCII));
  }

  /** Ways to block a thread. Each must be detected; otherwise the test above proves nothing. */
  enum Wait {
    SLEEP {
      @Override
      void block() throws Exception {
        // It is one of the ways to block, and waits for nothing.
        Thread.sleep(1);
      }
    },
    FUTURE {
      @Override
      void block() throws Exception {
        new CompletableFuture<String>().completeOnTimeout("late", 50, TimeUnit.MILLISECONDS).get();
      }
    },
    MONITOR {
      @Override
      void block() throws Exception {
        boolean hasWaited = false;
        synchronized (this) {
          while (!hasWaited) {
            wait(1);
            hasWaited = true;
          }
        }
      }
    },
    SOCKET {
      @Override
      void block() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            var socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
            Socket other = listener.accept()) {
          other.getOutputStream().write(1);
          socket.getInputStream().read();
        }
      }
    },
    FILE {
      @Override
      void block() throws Exception {
        Files.readString(Path.of("pom.xml"));
      }
    };

    abstract void block() throws Exception;

    Response answer(Request request) {
      try {
        block();
        return Response.json(200, new byte[0]);
      } catch (IOException cause) {
        throw new UncheckedIOException(cause);
      } catch (Exception cause) {
        throw new IllegalStateException(cause);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_route_that_blocks_is_detected(Wait wait) {
    Route immediate = Route.open("GET", "/immediate", wait::answer).immediate();
    Route memory =
        new BearerGuard(
                (request, token, from) -> Optional.of(wait.answer(request)),
                (request, from) -> Optional.empty())
            .json("GET", "/memory");
    Route waiting = Route.open("GET", "/waiting", wait::answer);
    try (Server server = server(immediate, memory, waiting)) {
      String url = "http://localhost:" + server.port();
      for (String path : List.of("/immediate", "/memory")) {
        assertThat(LoopWatch.waitsDuring(() -> get(url + path)))
            .as(path)
            .anySatisfy(where -> assertThat(where).contains("EventLoopTest$Wait"));
      }
      assertThat(LoopWatch.waitsDuring(() -> get(url + "/waiting"))).isEmpty();
    }
  }

  private static void get(String url) {
    assertThat(Http.here().get(url, "Authorization", "Bearer x").status()).isEqualTo(200);
  }

  private static Server server(Route... routes) {
    return Server.start(
        ListenAt.plain("127.0.0.1", 0),
        Server.Service.of(
            new Routes(
                List.of(routes),
                RequestChecks.none(InstantSource.system()),
                InstantSource.system(),
                (refusal, language, address) -> refusal.json(),
                ResponseListener.NONE)));
  }
}
