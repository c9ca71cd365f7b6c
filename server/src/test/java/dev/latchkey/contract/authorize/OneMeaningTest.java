package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Raw;
import dev.latchkey.model.credential.Scopes;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every call has only one meaning (rule 4.2). The requests are written to the socket, because a
 * client library would correct them.
 */
class OneMeaningTest {
  private static final String ME = "/openapi/v2/directory/users/me";

  private static Latchkey latchkey;
  private static String token;

  @BeforeAll
  static void start() {
    latchkey = Latchkey.start(Store.SQLITE);
    token =
        latchkey
            .machine(latchkey.person(), Optional.empty(), Scopes.parse("read:directory:users"))
            .token();
  }

  @AfterAll
  static void stop() {
    latchkey.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/openapi/v2/directory/users/../users/me",
        "/openapi/v2/../v2/directory/users/me",
        "/openapi/v2/directory/..;/directory/users/me",
        "/openapi/v2/directory/%2e%2e/directory/users/me",
        "/openapi/v2/directory/.%2E/directory/users/me",
        "/openapi/v2/directory/%252e%252e/directory/users/me",
        "/openapi/v2/directory/./users/me",
        "/openapi/v2/directory/%2e/users/me",
        "/openapi/v2/directory//users/me",
        "/openapi/v2//directory/users/me",
        "/openapi/v2/directory/users/me//",
        "/openapi/v2/directory/users/me;x=1",
        "/openapi/v2/directory/users;x/me",
        "/openapi/v2/directory/users/me%3bx",
        "/openapi/v2/directory\\users\\me",
        "/openapi/v2/directory%5cusers/me",
        "/openapi/v2/directory%2fusers/me",
        "/openapi/v2/directory/users/me%00",
        "/openapi/v2/directory/users/me%0d%0aX:%20y",
        "/openapi/v2/directory/users/me%7f",
        "/openapi/v2/directory/users/%6de",
        "/openapi/v2/directory/users/me%25",
        "/openapi/v2/directory/users/%u006de",
        "/openapi/v2/directory/users/me%",
        "/openapi/v2/directory/users/me%2",
        "/openapi/v2/directory/users/%c0%ae%c0%ae",
        "/openapi/v2/directory/users/%c1%ade",
        "/openapi/v2/directory/users/%e0%80%af",
        "/openapi/v2/directory/users/%ff",
        "/openapi/v2/directory/users/\u00c0\u00ae",
        "/openapi/v2/directory/users/me\u00e9",
        "/openapi/v2/directory/users/me|"
      })
  void a_path_that_could_be_read_in_two_ways_is_400_whoever_asks(String path) {
    assertThat(get(path, "").status()).as(path).isEqualTo(400);
    assertThat(get(path, authorized()).status()).as(path).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//openapi/v2/directory/users/me",
        "/./openapi/v2/directory/users/me",
        "/x/../openapi/v2/directory/users/me",
        "/openapi/../openapi/v2/directory/users/me",
        "/openapi;x/v2/directory/users/me",
        "/openapi%2fv2/directory/users/me",
        "/%6fpenapi/v2/directory/users/me",
        "/openapi\\v2\\directory\\users\\me",
        "/OPENAPI/v2/directory/users/me",
        "/openapi/v2x/directory/users/me",
        "/openapi/v2directory/users/me",
        "/openapi/v2.directory/users/me",
        "/openapi/v2/directoryx/users/me",
        "/openapi/v02/directory/users/me"
      })
  void a_path_that_avoids_the_prefix_is_refused(String path) {
    assertThat(get(path, authorized()).status()).as(path).isIn(400, 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "PUT", "POST", "DELETE", "OPTIONS", "PROPFIND", "GETS", "JUNK"})
  void a_method_that_no_row_lists_is_405_with_a_token_and_401_without(String method) {
    Raw.Reply with = send(method + " " + ME, authorized());
    assertThat(with.status()).as(with.text()).isEqualTo(405);
    assertThat(with.header("Allow")).contains("GET, HEAD");
    assertThat(with.text()).doesNotContain(token);
    assertThat(send(method + " " + ME, "").status()).isEqualTo(401);
  }

  @Test
  void nothing_is_tunnelled() {
    for (String target : new String[] {ME, "localhost:22", "*"}) {
      assertThat(send("CONNECT " + target, authorized()).status()).as(target).isIn(400, 404, 405);
    }
  }

  @Test
  void a_header_does_not_change_the_method() {
    for (String name :
        new String[] {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"}) {
      assertThat(send("GET " + ME, authorized() + name + ": DELETE\r\n").status()).isEqualTo(200);
      assertThat(send("POST " + ME, authorized() + name + ": GET\r\n").status()).isEqualTo(405);
    }
  }

  @Test
  void a_slash_at_the_end_changes_nothing() {
    assertThat(get(ME, authorized()).status()).isEqualTo(200);
    assertThat(get(ME + "/", authorized()).status()).isEqualTo(200);
    assertThat(get(ME + "/?x=..//%2e%2e", authorized()).status()).isEqualTo(200);
  }

  private static String authorized() {
    return "Authorization: Bearer " + token + "\r\n";
  }

  private static Raw.Reply get(String path, String headers) {
    return send("GET " + path, headers);
  }

  private static Raw.Reply send(String line, String headers) {
    Raw.Reply reply =
        Raw.send(
            latchkey.port(),
            line
                + " HTTP/1.1\r\nHost: localhost:"
                + latchkey.port()
                + "\r\n"
                + headers
                + "Connection: close\r\n\r\n");
    assertThat(reply.answers()).as(line + reply.text()).isEqualTo(1);
    return reply;
  }
}
