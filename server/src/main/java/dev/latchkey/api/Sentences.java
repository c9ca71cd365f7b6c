package dev.latchkey.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The sentences of the description of the management API, from {@code api.properties}. */
final class Sentences {
  private final Properties all = new Properties();
  private final Set<String> used = new TreeSet<>();

  Sentences() {
    try (InputStream file = Sentences.class.getResourceAsStream("/api.properties")) {
      all.load(
          new InputStreamReader(Optional.ofNullable(file).orElseThrow(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new IllegalStateException("api.properties is unreadable", unreadable);
    }
  }

  /** The sentence of the first of these keys that has one. */
  String of(Stream<String> keys) {
    List<String> tried = keys.distinct().toList();
    String key =
        tried.stream()
            .filter(all::containsKey)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("api.properties has none of " + tried));
    used.add(key);
    return all.getProperty(key);
  }

  String of(String key) {
    return of(Stream.of(key));
  }

  /** The keys that were not needed. */
  Set<String> unused() {
    var unused = new TreeSet<>(all.stringPropertyNames());
    unused.removeAll(used);
    return unused;
  }
}
