package dev.latchkey.login;

import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.User;
import java.util.Optional;

/** The rule for new passwords, and their hashing. */
public record NewPasswords(PasswordRule rule, Passwords passwords) {
  Optional<PasswordRule.Flaw> flaw(String chosen, User user) {
    return rule.flaw(chosen, user.email(), user.name());
  }

  PasswordHash hash(String chosen, User user, RequestMoment now) {
    return passwords.hash(chosen, user.email(), now);
  }
}
