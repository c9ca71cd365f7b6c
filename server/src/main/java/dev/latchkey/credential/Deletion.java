package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Outstanding;
import dev.latchkey.model.User;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.Map;

/**
 * Ends a credential and, by the join, all that hangs on it (contract 3). Its name must be typed and
 * the sign-in be recent (decisions 6.3 and 6.5); who may is the caller's to judge.
 */
public final class Deletion {
    private final Credentials credentials;
    private final Reauthentication again;

    public Deletion(Credentials credentials, Reauthentication again) {
        this.credentials = credentials;
        this.again = again;
    }

    sealed interface Outcome {
        record Deleted() implements Outcome {}

        /** Field to the key of the sentence beside it. */
        record Refused(int status, Map<String, String> flaws) implements Outcome {}
    }

    /** What the danger zone of a page needs. */
    public record Form(
            String action,
            String name,
            boolean isPersonal,
            Outstanding outstanding,
            boolean asksPassword,
            Map<String, String> flaws) {
        public boolean isFlawed(String field) {
            return flaws.containsKey(field);
        }

        public String flaw(String field) {
            return flaws.getOrDefault(field, "");
        }
    }

    Form form(
            Credential credential,
            String href,
            Request request,
            Visitor visitor,
            Map<String, String> flaws) {
        return new Form(
                href + "/delete",
                credential.name(),
                credential instanceof Credential.Personal,
                credentials.outstanding(credential, request.occasion()),
                again.isDue(request, visitor),
                flaws);
    }

    Outcome of(Credential credential, Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        String typed = request.form().value("name").orElse("").strip();
        if (!typed.equals(credential.name())) {
            return new Outcome.Refused(400, Map.of("delete.name", "flaw.name-typed"));
        }
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Wrong wrong ->
                    new Outcome.Refused(403, Map.of("delete.password", "flaw.password"));
            case Reauthentication.Outcome.Throttled throttled ->
                    new Outcome.Refused(429, Map.of("delete.password", "flaw.password-throttled"));
            case Reauthentication.Outcome.Fresh fresh -> delete(credential, user, request);
        };
    }

    /** Somebody else deleting it first is what was wanted as well; a new owner was not asked. */
    private Outcome delete(Credential credential, User user, Request request) {
        boolean gone =
                credentials.delete(credential, user.id(), request.occasion())
                        || credentials.find(credential.clientId()).isEmpty();
        return gone
                ? new Outcome.Deleted()
                : new Outcome.Refused(409, Map.of("delete.name", "flaw.owner-changed"));
    }
}
