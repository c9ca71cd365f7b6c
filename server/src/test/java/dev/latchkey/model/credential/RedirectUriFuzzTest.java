package dev.latchkey.model.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The input is two lines: an address to register and an address from a request. If the first may be
 * registered, another URI parser reads the same host in it. If the second is accepted, it is the
 * same address, or a loopback address that differs in the port alone.
 */
class RedirectUriFuzzTest extends ParserFuzz {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");
  private static final Map<String, String> ANSWER = new LinkedHashMap<>();

  static {
    ANSWER.put("code", "lk_ac_1");
    ANSWER.put("state", "a&b=c#d\u00e4");
  }

  @Override
  protected void holds(byte[] input) {
    List<String> texts = lines(input, 2);
    String registered = texts.getFirst();
    if (RedirectUri.flawOf(registered).isPresent()) {
      return;
    }
    assertLeadsWhereItSays(registered);
    assertThat(RedirectUri.answer(registered, ANSWER))
        .startsWith(registered)
        .endsWith("code=lk_ac_1&state=a%26b%3Dc%23d%C3%A4");
    String sent = texts.getLast();
    if (new RedirectUri(registered).admits(sent) && !sent.equals(registered)) {
      assertThat(withoutPort(sent)).isEqualTo(withoutPort(registered)).startsWith("http://");
    }
  }

  private static void assertLeadsWhereItSays(String text) {
    assertThat(text).startsWith(RedirectUri.origin(text)).doesNotContain("#", "@", "\\", "..");
    assertThat(text.startsWith("https://") || LOOPBACK.contains(host(text))).isTrue();
    try {
      URI other = new URI(text);
      if (other.getHost() != null) {
        assertThat(other.getHost()).isEqualTo(host(text));
      }
      assertThat(other.getRawUserInfo()).isNull();
      assertThat(other.getRawFragment()).isNull();
    } catch (URISyntaxException stricter) {
      // If the other parser cannot read the address at all, it does not read another host.
    }
  }

  private static String host(String text) {
    String authority = RedirectUri.origin(text).replaceFirst("https?://", "");
    return authority.replaceFirst(":[0-9]+$", "");
  }

  private static String withoutPort(String text) {
    return text.replaceFirst("^(http://(127\\.0\\.0\\.1|\\[::1]))(:[0-9]+)?", "$1");
  }
}
