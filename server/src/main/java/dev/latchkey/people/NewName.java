package dev.latchkey.people;

import dev.latchkey.model.SecretHash;
import java.util.Map;
import java.util.Optional;

/**
 * A new name for something, and the version that the actor has seen of it; empty if the actor did
 * not say. Teams and organizations have no number of their version: the name is all that changes,
 * so a hash of the name is the version.
 */
public record NewName(Optional<String> seen, String text) {
  private static final int VERSION_CHARS = 16;

  public NewName {
    text = text.strip();
  }

  /** By an actor who has seen the name that is replaced. */
  public static NewName after(String before, String text) {
    return new NewName(Optional.of(version(before)), text);
  }

  public static String version(String name) {
    return SecretHash.of(name).text().substring(0, VERSION_CHARS);
  }

  boolean isAfter(String known) {
    return seen.filter(version(known)::equals).isPresent();
  }

  Optional<FlawedNames> flaws() {
    return FlawedNames.in(Map.of("name", text));
  }
}
