package dev.latchkey.model.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;

/** A list of scopes is sorted, contains each name once, and is the same with either separator. */
class ScopesFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    String sent = utf8(input);
    Scopes scopes = Scopes.parse(sent);

    for (Scopes.Separator separator : Scopes.Separator.values()) {
      assertThat(Scopes.parse(scopes.joined(separator))).isEqualTo(scopes);
    }
    assertThat(scopes.names()).isSorted().doesNotHaveDuplicates().doesNotContain("");
    assertThat(scopes.covers(scopes)).isTrue();
    assertThat(scopes.without(scopes).isEmpty()).isTrue();
    assertThat(Scopes.isName(sent)).isEqualTo(sent.matches("(read|write)(:[a-z][a-z0-9_-]*){2}"));
  }
}
