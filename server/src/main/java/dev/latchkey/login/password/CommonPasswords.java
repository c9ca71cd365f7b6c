package dev.latchkey.login.password;

import com.nulabinc.zxcvbn.StandardDictionaries;
import dev.latchkey.model.person.PasswordRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The passwords that attackers try first: about thirty thousand from the list of the library. A
 * sign-in allows ten guesses a minute (rule 2.9), so no attack gets further down a list.
 */
public final class CommonPasswords {
  private static final Set<String> ALL = load();

  private CommonPasswords() {}

  /** The passwords of the list that are long enough to be chosen. */
  public static Set<String> all() {
    return ALL;
  }

  private static Set<String> load() {
    try {
      return StandardDictionaries.PASSWORDS_LOADER.load().getFrequencies().stream()
          .filter(password -> password.length() >= PasswordRule.MIN_CHARS)
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }
}
