package dev.latchkey.app.config;

import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.event.WebhookRules;
import java.util.List;
import java.util.Optional;

/** The services that people depend on to sign in, and those that receive events. */
public record ExternalServices(
    List<IdentityProvider> providers, Optional<MailServer> mail, WebhookRules webhooks) {
  public ExternalServices {
    providers = List.copyOf(providers);
  }

  /** Sign-in with these providers, and no mail. */
  public static ExternalServices signIn(IdentityProvider... providers) {
    return new ExternalServices(List.of(providers), Optional.empty(), WebhookRules.DEFAULT);
  }

  public ExternalServices with(MailServer other) {
    return new ExternalServices(providers, Optional.of(other), webhooks);
  }

  public ExternalServices with(WebhookRules other) {
    return new ExternalServices(providers, mail, other);
  }
}
