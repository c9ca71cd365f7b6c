package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which machines may say where a request came from (rule 5.4; security rows 113 and 114). */
class ProxiesTest {
  private final Proxies proxies = new Proxies(new ListedPeers(Set.of("10.0.0.1", "::1")));

  @Test
  void only_a_listed_proxy_is_trusted() {
    assertThat(proxies.caller("10.0.0.9", forwarded("192.0.2.7"))).isEqualTo("10.0.0.9");
    assertThat(proxies.caller("10.0.0.1", forwarded("192.0.2.7"))).isEqualTo("192.0.2.7");
    assertThat(proxies.caller("0:0:0:0:0:0:0:1", forwarded("192.0.2.7"))).isEqualTo("192.0.2.7");
  }

  @Test
  void the_last_address_that_is_not_a_proxy_is_the_caller() {
    assertThat(proxies.caller("10.0.0.1", forwarded("6.6.6.6, 192.0.2.7, 10.0.0.1")))
        .isEqualTo("192.0.2.7");
  }

  @Test
  void nothing_that_a_caller_sends_before_it_changes_the_address() {
    for (String sent : List.of("6.6.6.6,".repeat(21), "10.0.0.1,".repeat(40), "x,".repeat(19))) {
      assertThat(proxies.caller("10.0.0.1", forwarded(sent + "192.0.2.7"))).isEqualTo("192.0.2.7");
    }
  }

  @Test
  void with_an_unreadable_header_the_address_of_the_connection_counts() {
    for (String sent :
        List.of("a", "", "192.0.2.7:5678", "192.0.2.7,", "localhost", "1,".repeat(5_000))) {
      assertThat(proxies.caller("10.0.0.1", forwarded(sent))).as(sent).isEqualTo("10.0.0.1");
    }
  }

  /** Other programs read {@code 010.0.0.7} as octal, and do not read {@code 1} as an address. */
  @Test
  void an_ambiguous_address_is_ignored() {
    for (String sent : List.of("1", "1.2", "192.0.519", "010.0.0.7", "192.0.2.07")) {
      assertThat(proxies.caller("10.0.0.1", forwarded(sent))).as(sent).isEqualTo("10.0.0.1");
    }
    assertThat(proxies.caller("10.0.0.1", forwarded("192.0.2.7, 010.0.0.1")))
        .as("not a listed proxy, and not a caller")
        .isEqualTo("10.0.0.1");
    assertThat(proxies.caller("10.0.0.1", forwarded("2001:DB8::7")))
        .isEqualTo("2001:db8:0:0:0:0:0:7");
    for (String listed : List.of("1", "010.0.0.1")) {
      assertThatThrownBy(() -> new ListedPeers(Set.of(listed)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void plain_http_from_elsewhere_is_safe_only_if_a_proxy_saw_https() {
    assertThat(proxies.wasForwardedByHttps("127.0.0.1", new Fields(Map.of()))).isTrue();
    assertThat(proxies.wasForwardedByHttps("192.0.2.7", scheme("https"))).isFalse();
    assertThat(proxies.wasForwardedByHttps("10.0.0.1", scheme("https"))).isTrue();
    assertThat(proxies.wasForwardedByHttps("10.0.0.1", scheme("https, http"))).isFalse();
    assertThat(proxies.wasForwardedByHttps("10.0.0.1", new Fields(Map.of()))).isFalse();
  }

  @Test
  void a_listed_proxy_may_say_for_which_host_it_was_asked() {
    Headers sent =
        new Fields(
            Map.of(
                "Host",
                "latchkey.internal:8080",
                "X-Forwarded-Host",
                "evil.example, id.example.com"));
    assertThat(proxies.host("10.0.0.1", sent)).isEqualTo("id.example.com");
    assertThat(proxies.host("10.0.0.9", sent)).isEqualTo("latchkey.internal:8080");
    assertThat(proxies.host("10.0.0.1", forwarded("192.0.2.7"))).isEmpty();
  }

  @Test
  void a_proxy_on_the_unix_socket_is_trusted_if_the_socket_is_listed() {
    var listed = new Proxies(new ListedPeers(Set.of("unix")));
    assertThat(listed.caller("unix", forwarded("192.0.2.7"))).isEqualTo("192.0.2.7");
    assertThat(listed.caller("unix", forwarded("unix"))).isEqualTo("unix");
    assertThat(listed.caller("127.0.0.1", forwarded("192.0.2.7"))).isEqualTo("127.0.0.1");
    assertThat(proxies.caller("unix", forwarded("192.0.2.7"))).isEqualTo("unix");
  }

  @Test
  void a_proxy_is_listed_by_address_or_network_and_never_by_name() {
    var listed = new Proxies(new ListedPeers(Set.of("10.1.0.0/16", "2001:db8::/32")));
    assertThat(listed.caller("10.1.2.3", forwarded("192.0.2.7, 10.1.9.9"))).isEqualTo("192.0.2.7");
    assertThat(listed.caller("2001:db8::5", forwarded("192.0.2.7"))).isEqualTo("192.0.2.7");
    assertThat(listed.caller("10.2.0.1", forwarded("192.0.2.7"))).isEqualTo("10.2.0.1");
    for (String entry : List.of("proxy.example", "10.1.2.3/16", "10.0.0.0/33", "10.0.0.0/")) {
      assertThatThrownBy(() -> new ListedPeers(Set.of(entry)))
          .as(entry)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Headers forwarded(String value) {
    return new Fields(Map.of("X-Forwarded-For", value));
  }

  private static Headers scheme(String value) {
    return new Fields(Map.of("X-Forwarded-Proto", value));
  }

  private record Fields(Map<String, String> sent) implements Headers {
    @Override
    public List<String> names() {
      return List.copyOf(sent.keySet());
    }

    @Override
    public List<String> all(String name) {
      return Optional.ofNullable(sent.get(name)).stream().toList();
    }
  }
}
