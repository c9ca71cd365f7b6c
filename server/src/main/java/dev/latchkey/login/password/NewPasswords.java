package dev.latchkey.login.password;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.person.User;
import java.util.Optional;

/** The rule for new passwords, and their hashing. */
public record NewPasswords(PasswordRule rule, Passwords passwords) {
  public Optional<PasswordRule.Flaw> flaw(String chosen, User user) {
    return rule.flaw(chosen, user.email(), user.name());
  }

  public PasswordHash hash(String chosen, User user, RequestMoment now) {
    return passwords.hash(chosen, user.email(), now);
  }
}
