package dev.latchkey.faults.history.run.actor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A pair of tokens that was issued to an app, and the pairs that the app received in exchange for
 * it.
 */
public record HeldPair(
    HeldToken token, String refresh, HeldApp app, Map<String, HeldPair> successors) {

  static HeldPair of(String name, HeldApp app, String body) {
    return new HeldPair(
        new HeldToken(name, Texts.json(body, "access_token")),
        Texts.json(body, "refresh_token"),
        app,
        new ConcurrentHashMap<>());
  }

  String name() {
    return token.name();
  }

  String access() {
    return token.text();
  }

  /** An answer that is the same byte for byte is the same pair. */
  HeldPair successor(String body, Supplier<String> name) {
    return successors.computeIfAbsent(body, first -> of(name.get(), app, body));
  }

  @Override
  public String toString() {
    return name();
  }
}
