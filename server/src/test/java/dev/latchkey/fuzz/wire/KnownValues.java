package dev.latchkey.fuzz.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Values that have a meaning for the server. Each has a name, so that a finding can be repeated
 * with another server that has other values. No log may contain the secret ones.
 */
final class KnownValues {
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<String> secrets = new ArrayList<>();

  KnownValues add(String name, String text) {
    texts.put(name, text);
    return this;
  }

  KnownValues addSecret(String name, String text) {
    secrets.add(text);
    return add(name, text);
  }

  List<String> secrets() {
    return secrets;
  }

  String get(String name) {
    return Objects.requireNonNull(texts.get(name));
  }

  /** The values of all names that begin with this text. */
  List<String> named(String beginning) {
    return texts.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(beginning))
        .map(Map.Entry::getValue)
        .toList();
  }

  List<String> all() {
    return List.copyOf(texts.values());
  }

  /** The input with each value replaced by its name. */
  String named(Input input) {
    String text = input.toString();
    for (Map.Entry<String, String> known : texts.entrySet()) {
      text = text.replace(known.getValue(), "${" + known.getKey() + "}");
    }
    return text;
  }
}
