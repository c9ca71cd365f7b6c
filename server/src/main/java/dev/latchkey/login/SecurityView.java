package dev.latchkey.login;

import dev.latchkey.model.OpenSession;
import dev.latchkey.model.SecondFactor;
import dev.latchkey.model.SecretHash;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the page tells: the sessions, which one is this, the second factor, and what is wrong in
 * which field.
 */
public record SecurityView(
        List<OpenSession> sessions,
        SecretHash here,
        Optional<SecondFactor> factor,
        List<Link> links,
        boolean asksPassword,
        Map<String, String> flaws) {

    /** A service by which one may sign in, and whether this person may. */
    public record Link(IdentityProvider provider, boolean linked) {}

    public boolean isHere(OpenSession session) {
        return session.hash().equals(here);
    }

    public boolean isFlawed(String field) {
        return flaws.containsKey(field);
    }

    public String flaw(String field) {
        return flaws.getOrDefault(field, "");
    }
}
