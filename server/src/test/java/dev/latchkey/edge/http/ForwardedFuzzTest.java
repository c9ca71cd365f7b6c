package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.SentHeaders;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Set;

/**
 * Headers of proxies: they are read from their right end, addresses have one spelling, and only a
 * listed proxy is trusted.
 */
class ForwardedFuzzTest extends ParserFuzz {
  private static final String PROXY = "127.0.0.1";
  private static final Proxies TRUSTING =
      new Proxies(new ListedPeers(Set.of(PROXY, "10.0.0.1", "2001:db8::1")));
  private static final Proxies ALONE = new Proxies(new ListedPeers(Set.of()));

  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input).replaceAll("[\\x00-\\x1f\\x7f]", " ");
    SentHeaders headers = with(sent);

    assertThat(ALONE.caller(PROXY, headers)).isEqualTo(PROXY);
    assertThat(TRUSTING.caller("192.0.2.1", headers)).isEqualTo("192.0.2.1");
    String caller = TRUSTING.caller(PROXY, headers);
    assertThat(InetAddress.ofLiteral(caller).getHostAddress()).isEqualTo(caller);
    assertThat(TRUSTING.caller(PROXY, with(sent + ", 192.0.2.7"))).isIn("192.0.2.7", PROXY);
    if (!caller.equals(PROXY) && sent.chars().filter(sign -> sign == ',').count() < 19) {
      assertThat(TRUSTING.caller(PROXY, with("198.51.100.1, " + sent))).isEqualTo(caller);
      assertThat(spellings(sent)).as("in one spelling").contains(caller);
    }
    TRUSTING.wasForwardedByHttps(PROXY, headers);
    TRUSTING.host(PROXY, headers);
  }

  private static SentHeaders with(String hops) {
    return SentHeaders.in(
        "X-Forwarded-For: "
            + hops
            + "\nX-Forwarded-Proto: "
            + hops
            + "\nX-Forwarded-Host: "
            + hops);
  }

  /**
   * All accepted spellings of the hops: each as it was sent, and each IPv6 address also in its
   * canonical spelling.
   */
  private static Set<String> spellings(String sent) {
    var spellings = new HashSet<String>();
    for (String hop : sent.split(",")) {
      String text = hop.strip();
      spellings.add(text);
      if (text.contains(":")) {
        try {
          spellings.add(InetAddress.ofLiteral(text).getHostAddress());
        } catch (IllegalArgumentException notAnAddress) {
          // It cannot be the caller.
        }
      }
    }
    return spellings;
  }
}
