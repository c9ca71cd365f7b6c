package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.Upstream;
import dev.latchkey.harness.program.Haproxy;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.host.FreePort;
import dev.latchkey.host.Nginx;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Proxies in front of the server with a minimal configuration. Then nginx always speaks HTTP/1.0,
 * and HAProxy speaks it in its health checks.
 */
class DefaultProxiesTest {
  private static final String ISSUE = "/openapi/v2/issues/17";

  private final int port = FreePort.pick();
  private final Upstream upstream = Upstream.that(call -> call.answerOk("issue"));
  private final Latchkey latchkey =
      Latchkey.start(
          Store.SQLITE,
          settings ->
              Issues.behind(
                  settings, upstream.address(), "base_url: http://localhost:" + port + "\n"));
  private final Person person = latchkey.person();

  @AfterEach
  void stop() {
    latchkey.close();
    upstream.close();
  }

  @Test
  void nginx_in_front_passes_everything_on() {
    try (Nginx nginx =
        Nginx.start(
            port, "", "location / { proxy_pass http://127.0.0.1:" + latchkey.port() + "; }")) {
      assertThat(nginx.port()).isEqualTo(port);
      assertEverythingWorks();
    }
  }

  @Test
  void nginx_asks_about_each_call() {
    String configuration =
        """
        location / {
            auth_request /check;
            proxy_pass UPSTREAM;
        }
        location = /check {
            internal;
            proxy_pass http://127.0.0.1:PORT/oauth2/check;
            proxy_pass_request_body off;
            proxy_set_header Content-Length "";
            proxy_set_header X-Original-Method $request_method;
            proxy_set_header X-Original-URI $request_uri;
        }
        """
            .replace("UPSTREAM", upstream.address())
            .replace("PORT", String.valueOf(latchkey.port()));
    String token = latchkey.machine(person, Optional.empty()).token();
    try (Nginx nginx = Nginx.start(port, "", configuration)) {
      assertThat(nginx.port()).isEqualTo(port);
      assertThat(call("no token").status()).isEqualTo(401);
      assertThat(call(token).body()).isEqualTo("issue");
      assertThat(
              Http.here()
                  .post(
                      url() + ISSUE,
                      "text/plain",
                      new byte[10_000],
                      "Authorization",
                      "Bearer " + token)
                  .status())
          .isEqualTo(200);
    }
  }

  @Test
  void haproxy_finds_the_server_well_and_passes_everything_on() {
    try (Haproxy haproxy =
        Haproxy.start(port, latchkey.port(), "option httpchk GET /health/ready")) {
      Poll.until(() -> !haproxy.lastCheck(latchkey.port()).isEmpty(), "a check");
      assertThat(haproxy.lastCheck(latchkey.port())).isEqualTo("L7OK");
      assertEverythingWorks();
    }
  }

  private void assertEverythingWorks() {
    App app = latchkey.app(person).at(url());
    Tokens tokens = app.tokens(new Browser(url()).signIn(person));
    assertThat(Latchkey.isActive(url(), tokens.access())).isTrue();
    assertThat(app.inspect(tokens.access()).json().path("active").booleanValue()).isTrue();
    assertThat(call(tokens.access()).body()).isEqualTo("issue");
    Tokens next = Tokens.of(app.refresh(tokens.refresh()));
    assertThat(app.revoke(next.access()).status()).isEqualTo(200);
    assertThat(Latchkey.isActive(url(), next.access())).isFalse();
    assertThat(call(next.access()).status()).isEqualTo(401);
  }

  private String url() {
    return "http://localhost:" + port;
  }

  private Answer call(String token) {
    return Http.here().get(url() + ISSUE, "Authorization", "Bearer " + token);
  }
}
