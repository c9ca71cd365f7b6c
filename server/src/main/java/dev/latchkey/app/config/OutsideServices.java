package dev.latchkey.app.config;

import dev.latchkey.login.IdentityProvider;
import dev.latchkey.mail.MailServer;
import java.util.List;
import java.util.Optional;

/** The services of the operator's organization that people depend on to sign in. */
public record OutsideServices(List<IdentityProvider> providers, Optional<MailServer> mail) {
  public OutsideServices {
    providers = List.copyOf(providers);
  }

  /** Sign-in with these providers, and no mail. */
  public static OutsideServices signIn(IdentityProvider... providers) {
    return new OutsideServices(List.of(providers), Optional.empty());
  }
}
