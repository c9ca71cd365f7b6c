package dev.latchkey.app.config;

import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.mail.smtp.MailServer;
import java.util.List;
import java.util.Optional;

/** The services of the operator's organization that people depend on to sign in. */
public record ExternalServices(List<IdentityProvider> providers, Optional<MailServer> mail) {
  public ExternalServices {
    providers = List.copyOf(providers);
  }

  /** Sign-in with these providers, and no mail. */
  public static ExternalServices signIn(IdentityProvider... providers) {
    return new ExternalServices(List.of(providers), Optional.empty());
  }

  ExternalServices with(MailServer other) {
    return new ExternalServices(providers, Optional.of(other));
  }
}
