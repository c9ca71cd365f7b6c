package dev.latchkey.app.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The mistakes that a part of the settings finds in itself. They name keys, without a place. */
final class ConfigErrors {
  private final List<Finding> findings = new ArrayList<>();

  void add(String key, Optional<String> flaw) {
    flaw.ifPresent(what -> findings.add(new Finding("", key, what)));
  }

  boolean isEmpty() {
    return findings.isEmpty();
  }

  void refuse() {
    if (!findings.isEmpty()) {
      throw new ConfigFault(findings);
    }
  }
}
