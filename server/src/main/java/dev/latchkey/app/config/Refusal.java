package dev.latchkey.app.config;

import java.util.Optional;
import java.util.function.Supplier;

/** Why a type refuses a value. */
final class Refusal {
  private Refusal() {}

  static Optional<String> of(Supplier<?> creation) {
    try {
      var _ = creation.get();
      return Optional.empty();
    } catch (IllegalArgumentException why) {
      return Optional.of(String.valueOf(why.getMessage()));
    }
  }
}
