package dev.latchkey.model.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rules 1.2 and 1.7: which addresses may be registered, and which addresses of requests match a
 * registered one.
 */
class RedirectUriTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://app.example/callback",
        "https://app.example",
        "https://app.example/",
        "https://app.example:8443/a/b.c~d_e-f?tenant=7&x=%20",
        "https://app.example/callback?",
        "https://app.example/callback?encoded=1&statement=2&codec=3&issue=4",
        "http://127.0.0.1/cb",
        "http://127.0.0.1:51234/cb",
        "http://[::1]:51234/cb",
        "http://localhost:3000/cb",
        "https://xn--mnchen-3ya.example/cb",
        "https://app.example/%20x"
      })
  void may_be_registered(String address) {
    assertThat(RedirectUri.flawOf(address)).isEmpty();
    assertThat(new RedirectUri(address).admits(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "/callback",
        "//app.example/callback",
        "app.example/callback",
        "https:",
        "https://",
        "https:///callback",
        "https:app.example",
        "https:/app.example",
        "https:\\\\app.example",
        "http://app.example/callback",
        "http://127.0.0.2/cb",
        "http://127.0.0.1.evil.example/cb",
        "http://localhost.evil.example/cb",
        "http://localhost@evil.example/cb",
        "http://127.1/cb",
        "http://2130706433/cb",
        "http://0x7f.0.0.1/cb",
        "http://[::ffff:127.0.0.1]/cb",
        "http://[::2]/cb",
        "HTTPS://app.example/callback",
        "javascript:alert(1)",
        "JavaScript://app.example/%0aalert(1)",
        "\u0001javascript:alert(1)",
        "data:text/html,x",
        "DATA:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "myapp://callback",
        "ftp://app.example/",
        "https://app.example/callback#",
        "https://app.example/callback#x",
        "https://user@app.example/callback",
        "https://user:password@app.example/callback",
        "https://app.example\\@evil.example/",
        "https://app.example\\callback",
        "https://app.example/..",
        "https://app.example/a/../b",
        "https://app.example/a/%2e%2e/b",
        "https://app.example/a/%2E./b",
        "https://app.example/a%2fb",
        "https://app.example/a%5cb",
        "https://app.example/a%00b",
        "https://app.example/a%0d%0ab",
        "https://app.example/a%252e",
        "https://app.example/%",
        "https://app.example/%2",
        "https://app.example/%zz",
        "https://app.example/a b",
        "https://app.example/a\tb",
        "https://app.example/a\nb",
        "https://app.example/a\r\nSet-Cookie: x",
        "https://app.example/\0",
        "https://app.example/\u007f",
        "https://app.example/\u00fc",
        "https://app\u3002example/cb",
        "https://\u0430pp.example/cb",
        "https://app.example:0/cb",
        "https://app.example:65536/cb",
        "https://app.example:99999/cb",
        "https://app.example:/cb",
        "https://app.example:x/cb",
        "https://app.example:443:443/cb",
        "https://[::1/cb",
        "https://app.example/cb?code=x",
        "https://app.example/cb?a=1&code",
        "https://app.example/cb?state=x",
        "https://app.example/cb?error=x",
        "https://app.example/cb?iss=x",
        "https://app.example/cb?co%64e=x",
        "https://app.example/cb?a=1&%73tate=x",
        " https://app.example/callback",
        "https://app.example/callback ",
        "https://app.example/callback\n",
        "https://app.example/<script>",
        "https://app.example/\"x\"",
        "https://*.example/cb",
        "https://app.example/{x}"
      })
  void may_not_be_registered(String address) {
    assertThat(RedirectUri.flawOf(address)).isPresent();
    assertThatThrownBy(() -> new RedirectUri(address)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_address_too_long_may_not_be_registered() {
    assertThat(RedirectUri.flawOf("https://app.example/" + "x".repeat(2_000)))
        .isEqualTo(Optional.of(RedirectUri.Flaw.TOO_LONG));
  }

  @Test
  void nothing_but_the_same_bytes_is_admitted() {
    var registered = new RedirectUri("https://app.example:8443/call/back?tenant=7");
    var random = new Random(20_261_121L);
    String text = registered.text();
    String signs = "/\\.:?#&=%@ \t\0aA7-_~;";
    for (int i = 0; i < 5_000; i++) {
      int at = random.nextInt(text.length());
      char sign = signs.charAt(random.nextInt(signs.length()));
      String mutated =
          switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at) + text.substring(at + 1);
            case 1 -> text.substring(0, at) + sign + text.substring(at);
            case 2 -> text.substring(0, at) + sign + text.substring(at + 1);
            default ->
                text.substring(0, at)
                    + "%%%02x".formatted((int) text.charAt(at))
                    + text.substring(at + 1);
          };
      assertThat(registered.admits(mutated)).as(mutated).isEqualTo(mutated.equals(text));
    }
  }

  @Test
  void a_loopback_literal_admits_any_port_and_nothing_else() {
    for (String host : List.of("127.0.0.1", "[::1]")) {
      var registered = new RedirectUri("http://" + host + "/cb?x=1");
      for (String port : List.of("", ":1", ":80", ":51234", ":65535")) {
        assertThat(registered.admits("http://" + host + port + "/cb?x=1")).isTrue();
      }
      for (String other :
          List.of(
              "http://" + host + ":0/cb?x=1",
              "http://" + host + ":65536/cb?x=1",
              "http://" + host + ":100000/cb?x=1",
              "http://" + host + ":/cb?x=1",
              "http://" + host + ":-1/cb?x=1",
              "http://" + host + ":1e3/cb?x=1",
              "http://" + host + ":80@evil.example/cb?x=1",
              "http://" + host + ":80/cb",
              "http://" + host + ":80/cb?x=2",
              "http://" + host + ":80/cb?x=1#",
              "https://" + host + ":80/cb?x=1",
              "http://localhost:80/cb?x=1",
              "http://127.0.0.2:80/cb?x=1",
              "http://127.0.0.1.evil.example:80/cb?x=1")) {
        assertThat(registered.admits(other)).as(other).isFalse();
      }
    }
    assertThat(new RedirectUri("http://127.0.0.1/cb").admits("http://[::1]/cb")).isFalse();
  }

  @Test
  void localhost_and_other_hosts_admit_no_other_port() {
    assertThat(new RedirectUri("http://localhost:3000/cb").admits("http://localhost:3001/cb"))
        .isFalse();
    assertThat(new RedirectUri("http://localhost/cb").admits("http://localhost:3001/cb")).isFalse();
    assertThat(new RedirectUri("https://127.0.0.1/cb").admits("https://127.0.0.1:3001/cb"))
        .isFalse();
    assertThat(new RedirectUri("https://app.example/cb").admits("https://app.example:443/cb"))
        .isFalse();
  }

  @Test
  void an_address_of_2000_characters_is_the_longest() {
    String start = "https://app.example/";
    String longest = start + "x".repeat(2_000 - start.length());

    assertThat(RedirectUri.flawOf(longest)).isEmpty();
    assertThat(RedirectUri.flawOf(longest + "x")).contains(RedirectUri.Flaw.TOO_LONG);
  }

  @ParameterizedTest
  @CsvSource({
    "https://app.example/cb, https://app.example/cb?code=x&state=y",
    "https://app.example/cb?, https://app.example/cb?code=x&state=y",
    "https://app.example/cb?a=1, https://app.example/cb?a=1&code=x&state=y",
    "https://app.example/cb?a=1&, https://app.example/cb?a=1&code=x&state=y"
  })
  void the_answer_joins_the_query_of_the_address(String address, String answered) {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("code", "x");
    parameters.put("state", "y");

    assertThat(RedirectUri.answer(address, parameters)).isEqualTo(answered);
  }

  @Test
  void the_answer_is_escaped_except_letters_digits_and_four_characters() {
    assertThat(RedirectUri.answer("https://app.example", Map.of("state", "aZ09-._~ &=%+/é\u007f")))
        .isEqualTo("https://app.example?state=aZ09-._~%20%26%3D%25%2B%2F%C3%A9%7F");
  }

  @Test
  void an_address_is_shown_by_its_origin_and_compared_without_its_query() {
    assertThat(RedirectUri.origin("https://app.example/cb?x=1")).isEqualTo("https://app.example");
    assertThat(RedirectUri.origin("http://[::1]:3000/cb")).isEqualTo("http://[::1]:3000");
    assertThatThrownBy(() -> RedirectUri.origin("javascript:alert(1)"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(RedirectUri.withoutQuery("https://app.example/cb?x=1?y"))
        .isEqualTo("https://app.example/cb");
    assertThat(RedirectUri.withoutQuery("https://app.example/cb"))
        .isEqualTo("https://app.example/cb");
    assertThat(RedirectUri.withoutQuery("?x")).isEmpty();
  }

  @Test
  void a_security_policy_names_the_origin_or_for_ipv6_the_scheme() {
    assertThat(RedirectUri.cspSource("https://app.example:8443/cb"))
        .isEqualTo("https://app.example:8443");
    assertThat(RedirectUri.cspSource("http://[::1]:3000/cb")).isEqualTo("http:");
  }
}
