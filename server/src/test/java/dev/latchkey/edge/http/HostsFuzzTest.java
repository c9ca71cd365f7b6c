package dev.latchkey.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A host is accepted only in the known spellings. */
class HostsFuzzTest extends ParserFuzz {
  private static final Hosts PUBLISHED = new Hosts(Optional.of("https://id.example:8443"), false);
  private static final Hosts LOCAL = new Hosts(Optional.empty(), false);
  private static final Set<String> LOOPBACK =
      Set.of("localhost:8080", "127.0.0.1:8080", "[::1]:8080");

  @Override
  protected void holds(byte[] input) {
    String sent = latin1(input);
    String lower = sent.toLowerCase(Locale.ROOT);
    assertThat(PUBLISHED.accepts(sent, 8080)).isEqualTo(lower.equals("id.example:8443"));
    assertThat(LOCAL.accepts(sent, 8080)).isEqualTo(LOOPBACK.contains(lower));
  }
}
