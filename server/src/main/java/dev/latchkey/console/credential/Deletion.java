package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.Credential;
import dev.latchkey.storage.credential.Credentials;
import java.util.Optional;

/**
 * Deletes a credential. Everything that belongs to it ends at the same moment, because each lookup
 * joins the table of credentials (contract 3). The person must type the name of the credential and
 * must have signed in recently (rules 6.3 and 6.5). The guard of the page checks who may delete it.
 */
public final class Deletion {
  private final Credentials credentials;

  public Deletion(Credentials credentials) {
    this.credentials = credentials;
  }

  /** The errors that prevented the deletion; empty if the credential was deleted. */
  Optional<FormErrors> delete(CredentialRequest<? extends Credential> at) {
    String typed = at.request().form().value("name").orElse("").strip();
    if (!typed.equals(at.credential().name())) {
      return Optional.of(FormErrors.of(400, "delete.name", "flaw.name-typed"));
    }
    Optional<FormErrors> passwordErrors = at.request().passwordErrors("delete.password");
    if (passwordErrors.isPresent()) {
      return passwordErrors;
    }
    return isDeleted(at)
        ? Optional.empty()
        : Optional.of(FormErrors.of(409, "delete.name", "flaw.owner-changed"));
  }

  /**
   * True if the credential is deleted, even if someone else deleted it first. False if it has a new
   * owner, because that person was not asked.
   */
  private boolean isDeleted(CredentialRequest<? extends Credential> at) {
    Credential credential = at.credential();
    return credentials.delete(credential, at.by(), at.moment())
        || credentials.find(credential.clientId()).isEmpty();
  }
}
