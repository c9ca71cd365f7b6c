package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.harness.wire.Raw;
import dev.latchkey.model.credential.Scopes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The refusals of the open interface (contract 4.4 and rule 4.1). */
class OpenInterfaceTest extends OnBothStores {
  private final Person person = latchkey.person();
  private final String me = latchkey.url() + "/openapi/v2/directory/users/me";

  @Test
  void without_a_token_the_challenge_names_no_error() {
    Answer answer = Http.here().get(me);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.error()).isEqualTo("unauthorized");
    assertThat(answer.header("WWW-Authenticate"))
        .startsWith("Bearer resource_metadata=\"" + latchkey.url() + "/")
        .doesNotContain("error=");
  }

  @Test
  void the_challenge_leads_to_the_metadata_of_this_resource() {
    String challenge = Http.here().get(me).header("WWW-Authenticate");
    Answer metadata = Http.here().get(challenge.replaceFirst("(?s).*\"(http[^\"]*)\".*", "$1"));

    assertThat(metadata.from().getPath())
        .isEqualTo("/.well-known/oauth-protected-resource/openapi/v2");
    assertThat(metadata.text("resource")).isEqualTo(latchkey.url() + "/openapi/v2");
    assertThat(metadata.json().path("authorization_servers").valueStream())
        .singleElement()
        .satisfies(server -> assertThat(server.asString()).isEqualTo(latchkey.url()));
    assertThat(metadata.json().path("bearer_methods_supported").toString())
        .isEqualTo("[\"header\"]");
    assertThat(metadata.text("resource_documentation"))
        .isEqualTo(latchkey.url() + "/api-reference");
  }

  @Test
  void with_an_inactive_token_the_challenge_says_so() {
    Answer answer = latchkey.call("lk_at_" + "0".repeat(49));
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.error()).isEqualTo("invalid_token");
    assertThat(answer.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
  }

  @Test
  void a_token_in_the_address_is_not_accepted() {
    App app = latchkey.app(person, List.of("https://a.example/cb"), "read:directory:users");
    Tokens tokens = app.tokens(latchkey.browser().signIn(person));
    assertThat(Http.here().get(me + "?access_token=" + tokens.access()).status()).isEqualTo(401);
    assertThat(latchkey.call(tokens.access()).status()).isEqualTo(200);
  }

  @Test
  void a_token_of_another_instance_is_not_accepted() {
    try (Latchkey other = Latchkey.start(Store.SQLITE)) {
      Scopes scope = Scopes.parse("read:directory:users");
      String theirs = other.machine(other.person(), Optional.empty(), scope).token();

      assertThat(other.call(theirs).status()).isEqualTo(200);
      assertThat(latchkey.call(theirs).status()).isEqualTo(401);
    }
  }

  @Test
  void only_the_complete_token_is_accepted() {
    Scopes scope = Scopes.parse("read:directory:users");
    String token = latchkey.machine(person, Optional.empty(), scope).token();
    String body = token.substring("lk_ot_".length());
    for (String other :
        List.of(
            token.substring(0, token.length() - 1),
            token.substring(0, token.length() - 6),
            token.substring(1),
            token + "0",
            token + token,
            token.toLowerCase(Locale.ROOT),
            token.toUpperCase(Locale.ROOT),
            body,
            "lk_at_" + body,
            "lk_ot_ " + body,
            token + " x",
            token + ",",
            token + "%20",
            "\"" + token + "\"",
            token + "\0",
            token + "\u00a0",
            token.replace("lk_ot", "l\u043a_ot"))) {
      Raw.Reply reply = authorized("Bearer " + other);
      assertThat(reply.status()).as(other + reply.text()).isIn(400, 401);
      assertThat(reply.isRefusalInJson()).as(reply.text()).isTrue();
    }
    assertThat(authorized("Bearer " + token).status()).isEqualTo(200);
    assertThat(authorized("bearer " + token).status()).isEqualTo(200);
  }

  private Raw.Reply authorized(String authorization) {
    String head =
        "GET /openapi/v2/directory/users/me HTTP/1.1\r\nHost: localhost:"
            + latchkey.port()
            + "\r\nAuthorization: "
            + authorization
            + "\r\nConnection: close\r\n\r\n";
    return Raw.send(latchkey.port(), head.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_missing_scope_is_named() {
    Tokens tokens = latchkey.app().tokens(latchkey.browser().signIn(person));
    Answer answer = latchkey.call(tokens.access());
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.error()).isEqualTo("insufficient_scope");
    assertThat(answer.header("WWW-Authenticate"))
        .contains("error=\"insufficient_scope\"", "scope=\"read:directory:users\"");
  }

  @Test
  void refusals_are_judged_path_then_token_then_route_then_scope() {
    Tokens tokens = latchkey.app().tokens(latchkey.browser().signIn(person));
    String base = latchkey.url() + "/openapi/v2/";
    assertThat(Http.here().get(base + "a/../b").status()).isEqualTo(400);
    assertThat(Http.here().get(base + "nowhere").status()).isEqualTo(401);
    assertThat(
            Http.here()
                .get(base + "nowhere", "Authorization", "Bearer " + tokens.access())
                .status())
        .isEqualTo(404);
  }

  @Test
  void a_path_with_two_meanings_is_refused_whoever_asks() {
    for (String path :
        List.of(
            "directory/users/..%2fme",
            "directory//users/me",
            "directory/users/me;x=1",
            "%2e%2e/v2/directory/users/me",
            "directory%2Fusers/me",
            "directory%5cusers/me",
            "directory/users/me%00",
            "directory/users/%256de",
            "./../v2/directory/users/me")) {
      Answer answer = Http.here().get(latchkey.url() + "/openapi/v2/" + path);
      assertThat(answer.status()).as(path).isEqualTo(400);
      assertThat(answer.error()).isEqualTo("invalid_request");
    }
  }
}
