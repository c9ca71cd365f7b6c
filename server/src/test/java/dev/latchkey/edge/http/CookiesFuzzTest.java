package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.SentHeaders;
import java.util.Arrays;

/**
 * The cookies of a request: each name has one value, and Latchkey's own cookies are not passed on.
 */
class CookiesFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    SentHeaders headers = SentHeaders.in("Cookie: " + latin1(input).replace("\n", "\nCookie: "));

    for (String name : new String[] {"latchkey_session", "__Host-latchkey_session"}) {
      Cookies.find(headers, name).ifPresent(value -> assertThat(value).doesNotContain(";", "\n"));
    }
    for (String line : headers.all("Cookie")) {
      String others = Cookies.withoutOurs(line);
      assertThat(Arrays.stream(others.split(";")).noneMatch(Cookies::isOurs)).isTrue();
      assertThat(Cookies.withoutOurs(others)).isEqualTo(others);
      assertThat(Cookies.find(SentHeaders.in("Cookie: " + others), "latchkey_session")).isEmpty();
    }
  }
}
