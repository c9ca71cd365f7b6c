package dev.latchkey.credential;

import dev.latchkey.model.Credential;

/** One line of a list of credentials. */
public record Listed(Credential credential, String owner, String href) {
    public long reads() {
        return credential.scope().names().size() - writes();
    }

    public long writes() {
        return credential.scope().names().stream()
                .filter(name -> name.startsWith("write:"))
                .count();
    }

    public boolean isPersonal() {
        return credential instanceof Credential.Personal;
    }
}
