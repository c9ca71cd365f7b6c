package dev.latchkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.Scopes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls every row of the route table with every method that it lists. Every call needs a token, and
 * the token needs the scopes of the row.
 */
class EveryCallTest {
  private static final String ROUTES =
      """
      upstreams:
        nowhere: {addresses: ["http://127.0.0.1:1"]}
      routes:
        - methods: [GET, POST, PUT, PATCH, DELETE, OPTIONS]
          path: /sprints/{sprint_id}
          scopes: [read:sprint:info, write:sprint:info]
          upstream: nowhere
        - methods: [GET, POST]
          path: /**
          scopes: [read:wiki:pages]
          upstream: nowhere
      """;

  private Latchkey latchkey;
  private final Map<Scopes, String> tokens = new HashMap<>();
  private Scopes all;

  @BeforeEach
  void start(@TempDir Path data) throws IOException {
    Path file = data.resolve("latchkey.yaml");
    Files.writeString(file, ROUTES);
    latchkey =
        Latchkey.start(
            Store.SQLITE, settings -> settings.with(ConfigFile.read(file).platform().routes()));
    all = latchkey.settings().platform().catalogue().names();
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void a_token_is_accepted_in_the_authorization_header_only() {
    String token = token(all);
    for (Call call : calls()) {
      assertRefused(call.send(), 401, "Bearer resource_metadata=");
      for (String header :
          List.of(
              App.basic("user", token),
              App.basic(token, ""),
              "Token " + token,
              "Bearer" + token,
              "Bearer " + token + " " + token,
              token)) {
        assertRefused(call.send("Authorization", header), 401, "Bearer resource_metadata=");
      }
      assertRefused(call.withQuery("access_token=" + token).send(), 401, "");
      assertRefused(call.send("Cookie", "access_token=" + token), 401, "");
      assertRefused(call.send("X-Access-Token", token), 401, "");
    }
  }

  @Test
  void an_invalid_token_is_refused_everywhere() {
    for (Call call : calls()) {
      for (String invalid : List.of("lk_ot_" + "0".repeat(49), token(all) + "0", "x")) {
        assertRefused(
            call.send("Authorization", "Bearer " + invalid), 401, "error=\"invalid_token\"");
      }
    }
  }

  @Test
  void every_scope_of_a_row_is_needed() {
    for (Call call : calls()) {
      Scopes needs = call.route().needs();
      assertThat(needs.isEmpty()).as(call.toString()).isFalse();
      assertRefused(
          call.send("Authorization", "Bearer " + token(all.without(needs))),
          403,
          "error=\"insufficient_scope\", scope=\"" + needs.joined(Scopes.Separator.SPACE) + "\"");
      for (String name : needs.names()) {
        Scopes one = Scopes.parse(name);
        assertRefused(
            call.send("Authorization", "Bearer " + token(all.without(one))),
            403,
            "scope=\"" + name + "\"");
      }
    }
  }

  @Test
  void with_its_scopes_a_call_passes() {
    for (Call call : calls()) {
      assertThat(call.send("Authorization", "Bearer " + token(call.route().needs())).status())
          .as(call.toString())
          .isNotIn(400, 401, 403, 405);
    }
  }

  private static void assertRefused(Answer answer, int status, String challenge) {
    assertThat(answer.status()).as("%s %s", answer.from(), answer).isEqualTo(status);
    assertThat(answer.header("WWW-Authenticate")).contains(challenge);
  }

  private record Call(OpenRoute route, String method, String url) {
    Answer send(String... headers) {
      return Http.here().method(method, url, headers);
    }

    Call withQuery(String query) {
      return new Call(route, method, url + "?" + query);
    }
  }

  private List<Call> calls() {
    var calls = new ArrayList<Call>();
    for (OpenRoute route : latchkey.settings().platform().routes().routes()) {
      String path = route.pattern().toString().replaceAll("\\{[a-z_]+}", "x");
      String url = latchkey.url() + path.replace("**", "x/y");
      route.methods().forEach(method -> calls.add(new Call(route, method, url)));
      if (route.methods().contains("GET")) {
        calls.add(new Call(route, "HEAD", url));
      }
    }
    return calls;
  }

  private String token(Scopes scope) {
    return tokens.computeIfAbsent(
        scope, wanted -> latchkey.machine(latchkey.person(), Optional.empty(), wanted).token());
  }
}
