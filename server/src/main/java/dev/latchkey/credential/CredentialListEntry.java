package dev.latchkey.credential;

import dev.latchkey.model.Credential;
import dev.latchkey.model.ListedCredential;
import dev.latchkey.model.Occasion;
import java.util.Optional;

/** One line of a list of credentials. */
public record CredentialListEntry(
        ListedCredential listed, String href, Optional<Occasion> lastUse, Chart chart) {
    public Credential credential() {
        return listed.credential();
    }

    public long reads() {
        return credential().scope().names().size() - writes();
    }

    public long writes() {
        return credential().scope().names().stream()
                .filter(name -> name.startsWith("write:"))
                .count();
    }

    public boolean isPersonal() {
        return credential() instanceof Credential.Personal;
    }
}
