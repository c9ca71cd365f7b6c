package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scopes;
import dev.latchkey.storage.credential.Credentials;

/**
 * Changes the settings of a credential, unless someone else has changed them since the form was
 * shown.
 */
public final class CredentialChange {
  private final Credentials credentials;
  private final Catalogue catalogue;

  public CredentialChange(Credentials credentials, Catalogue catalogue) {
    this.credentials = credentials;
    this.catalogue = catalogue;
  }

  public sealed interface Outcome {
    record Changed() implements Outcome {}

    record Flawed(FormErrors errors) implements Outcome {}

    record EditConflict() implements Outcome {}
  }

  Outcome apply(EnteredCredential entered, CredentialRequest<? extends Credential> at) {
    return apply(entered, at.credential(), at.by(), at.moment());
  }

  public Outcome apply(
      EnteredCredential entered, Credential known, Id.Subject by, RequestMoment now) {
    return switch (check(entered, known)) {
      case CredentialDraft.Flawed(FormErrors errors) -> new Outcome.Flawed(errors);
      case CredentialDraft.Sound sound -> {
        Credential changed = changed(known, sound, entered.version());
        yield credentials.change(changed, by, now)
            ? new Outcome.Changed()
            : new Outcome.EditConflict();
      }
    };
  }

  private CredentialDraft check(EnteredCredential entered, Credential known) {
    Scopes choosable = CredentialFields.choosable(catalogue, known.scope());
    return switch (known) {
      case Credential.Personal _ -> CredentialDraft.personal(entered, choosable);
      case Credential.Organizational _ -> CredentialDraft.organizational(entered, choosable);
    };
  }

  private static Credential changed(Credential known, CredentialDraft.Sound sound, int version) {
    return switch (known) {
      case Credential.Personal personal ->
          new Credential.Personal(
              personal.clientId(),
              sound.name(),
              personal.organization(),
              personal.owner(),
              sound.scope(),
              sound.redirectUris(),
              sound.options(),
              sound.networks(),
              personal.createdAt(),
              version);
      case Credential.Organizational machine ->
          new Credential.Organizational(
              machine.clientId(),
              sound.name(),
              machine.organization(),
              machine.owner(),
              sound.scope(),
              machine.subject(),
              machine.reach(),
              sound.networks(),
              machine.createdAt(),
              version);
    };
  }
}
