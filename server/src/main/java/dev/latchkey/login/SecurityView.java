package dev.latchkey.login;

import dev.latchkey.model.OpenSession;
import dev.latchkey.model.SecondFactor;
import dev.latchkey.model.SecretHash;
import dev.latchkey.page.FormErrors;
import java.util.List;
import java.util.Optional;

/** What the page shows: the sessions, which of them this is, the second factor and the links. */
public record SecurityView(
        List<OpenSession> sessions,
        SecretHash here,
        Optional<SecondFactor> factor,
        List<Link> links,
        FormErrors errors) {

    /** A service by which one may sign in, and whether this person may. */
    public record Link(IdentityProvider provider, boolean linked) {}

    public boolean isHere(OpenSession session) {
        return session.hash().equals(here);
    }
}
