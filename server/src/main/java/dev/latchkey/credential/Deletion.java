package dev.latchkey.credential;

import dev.latchkey.model.Credential;
import dev.latchkey.page.FormErrors;
import dev.latchkey.storage.Credentials;
import java.util.Optional;

/**
 * Ends a credential and, by the join, everything that belongs to it (contract 3). Its name must be
 * typed and the sign-in be recent (decisions 6.3 and 6.5); the guard of the page judges who may.
 */
public final class Deletion {
    private final Credentials credentials;

    public Deletion(Credentials credentials) {
        this.credentials = credentials;
    }

    /** Why the credential is not deleted; empty if it is. */
    Optional<FormErrors> delete(CredentialRequest<? extends Credential> at) {
        String typed = at.request().form().value("name").orElse("").strip();
        if (!typed.equals(at.credential().name())) {
            return Optional.of(FormErrors.of(400, "delete.name", "flaw.name-typed"));
        }
        Optional<FormErrors> passwordErrors = at.request().passwordErrors("delete.password");
        if (passwordErrors.isPresent()) {
            return passwordErrors;
        }
        return isGone(at)
                ? Optional.empty()
                : Optional.of(FormErrors.of(409, "delete.name", "flaw.owner-changed"));
    }

    /** If someone else deleted it first, it is gone as wanted; a new owner was not asked. */
    private boolean isGone(CredentialRequest<? extends Credential> at) {
        Credential credential = at.credential();
        return credentials.delete(credential, at.by(), at.moment())
                || credentials.find(credential.clientId()).isEmpty();
    }
}
