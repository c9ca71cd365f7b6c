package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.User;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Gives a personal credential to another active person of its organization, so that it outlives its
 * owner's leaving (decisions 6.3 and 6.4); who may is the caller's to judge.
 */
public final class Transfer {
    private final Credentials credentials;
    private final Reauthentication again;

    public Transfer(Credentials credentials, Reauthentication again) {
        this.credentials = credentials;
        this.again = again;
    }

    sealed interface Outcome {
        record Transferred() implements Outcome {}

        /** Field to the key of the sentence beside it. */
        record Refused(int status, Map<String, String> flaws) implements Outcome {}
    }

    /** What the part about transfer needs. */
    public record Form(
            String action, String email, boolean asksPassword, Map<String, String> flaws) {
        public String flaw(String field) {
            return flaws.getOrDefault(field, "");
        }
    }

    Form form(String href, Request request, Visitor visitor, Map<String, String> flaws) {
        return new Form(href + "/transfer", email(request), again.isDue(request, visitor), flaws);
    }

    Outcome of(Credential.Personal credential, Request request, Visitor visitor) {
        User by = visitor.user().orElseThrow();
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Wrong wrong ->
                    refused(403, "transfer.password", "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    refused(429, "transfer.password", "flaw.password-throttled");
            case Reauthentication.Outcome.Fresh fresh -> {
                Optional<Id.User> heir =
                        credentials.findHeir(email(request), credential.organization());
                if (heir.isEmpty()) {
                    yield refused(400, "transfer.email", "flaw.heir-unknown");
                }
                if (heir.get().equals(credential.owner())) {
                    yield refused(400, "transfer.email", "flaw.heir-owner");
                }
                yield credentials.transfer(credential, heir.get(), by.id(), request.occasion())
                        ? new Outcome.Transferred()
                        : refused(409, "transfer.email", "flaw.heir-meanwhile");
            }
        };
    }

    private static String email(Request request) {
        return request.form().value("new_owner").orElse("").strip().toLowerCase(Locale.ROOT);
    }

    private static Outcome refused(int status, String field, String flaw) {
        return new Outcome.Refused(status, Map.of(field, flaw));
    }
}
