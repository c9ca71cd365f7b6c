package dev.latchkey.login;

import com.nulabinc.zxcvbn.StandardDictionaries;
import dev.latchkey.model.PasswordRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The passwords that guessers try first, by the library's list of some thirty thousand. A sign-in
 * lets ten guesses a minute through (decision 2.9): no attack gets further down a list at that
 * pace.
 */
public final class CommonPasswords {
    private CommonPasswords() {}

    /** Those long enough to be chosen here at all. */
    public static Set<String> load() {
        try {
            return StandardDictionaries.PASSWORDS_LOADER.load().getFrequencies().stream()
                    .filter(password -> password.length() >= PasswordRule.MIN_CHARS)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
