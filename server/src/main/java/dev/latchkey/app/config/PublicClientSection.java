package dev.latchkey.app.config;

import dev.latchkey.model.PublicClientRules;
import java.util.List;
import java.util.Set;

/** The section {@code public_clients}: whether apps without a credential can be used. */
final class PublicClientSection {
  private static final Set<String> KEYS =
      Set.of("documents", "registration", "inside_hosts", "inside_certificate");

  private static final List<String> WORDS = List.of("on", "off");

  private PublicClientSection() {}

  static PublicClientRules read(Yaml file) {
    return file.section("public_clients")
        .map(PublicClientSection::rules)
        .orElse(PublicClientRules.OFF);
  }

  private static PublicClientRules rules(Yaml section) {
    section.only(KEYS);
    return new PublicClientRules(
        section.isOn("documents", WORDS, false),
        section.isOn("registration", WORDS, false),
        Set.copyOf(section.texts("inside_hosts")),
        section.readable("inside_certificate"));
  }
}
