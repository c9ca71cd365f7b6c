package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Letter;
import dev.latchkey.model.Post;
import dev.latchkey.model.TransferOffer;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import dev.latchkey.storage.TransferOffers;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Offers a personal credential to another active person of its organization, so that it outlives
 * its owner's leaving (decisions 6.3 and 6.4); who may is the caller's to judge. {@link
 * OfferedCredential} is where that person answers.
 */
public final class Transfer {
    private final TransferOffers offers;
    private final People people;
    private final Optional<Post> post;
    private final Reauthentication again;
    private final Pages pages;

    public Transfer(
            TransferOffers offers,
            People people,
            Optional<Post> post,
            Reauthentication again,
            Pages pages) {
        this.offers = offers;
        this.people = people;
        this.post = post;
        this.again = again;
        this.pages = pages;
    }

    sealed interface Outcome {
        record Offered() implements Outcome {}

        /** Field to the key of the sentence beside it. */
        record Refused(int status, Map<String, String> flaws) implements Outcome {}
    }

    /** An offer that waits for its answer. */
    public record Waiting(String name, String email, Instant until) {}

    /** What the part about transfer needs. */
    public record Form(
            String action,
            String email,
            Optional<Waiting> waiting,
            boolean asksPassword,
            Map<String, String> flaws) {
        public String flaw(String field) {
            return flaws.getOrDefault(field, "");
        }
    }

    Form form(
            Credential.Personal credential,
            String href,
            Request request,
            Visitor visitor,
            Map<String, String> flaws) {
        return new Form(
                href + "/transfer",
                email(request),
                offers.of(credential.clientId(), request.occasion()).map(this::waiting),
                again.isDue(request, visitor),
                flaws);
    }

    Outcome offer(Credential.Personal credential, Request request, Visitor visitor) {
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Wrong wrong ->
                    refused(403, "transfer.password", "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    refused(429, "transfer.password", "flaw.password-throttled");
            case Reauthentication.Outcome.Fresh fresh ->
                    offers.findNewOwner(email(request), credential.organization())
                            .map(to -> offer(credential, to, request, visitor))
                            .orElseGet(
                                    () -> refused(400, "transfer.email", "flaw.new-owner-unknown"));
        };
    }

    private Outcome offer(
            Credential.Personal credential, Id.User to, Request request, Visitor visitor) {
        if (to.equals(credential.owner())) {
            return refused(400, "transfer.email", "flaw.new-owner-same");
        }
        Id.User by = visitor.user().orElseThrow().id();
        return switch (offers.offer(credential, to, by, request.occasion())) {
            case OFFERED -> {
                post.ifPresent(open -> open.send(letter(credential, to, request, visitor)));
                yield new Outcome.Offered();
            }
            case OFFERED_BEFORE -> refused(409, "transfer.email", "flaw.offered-before");
            case CHANGED_MEANWHILE -> refused(409, "transfer.email", "flaw.owner-meanwhile");
        };
    }

    /** False if there is no offer to withdraw. */
    boolean withdraw(Credential.Personal credential, Request request, Visitor visitor) {
        Id.User by = visitor.user().orElseThrow().id();
        return offers.withdraw(credential, by, request.occasion());
    }

    private Waiting waiting(TransferOffer offer) {
        User to = people.find(offer.to()).orElseThrow();
        return new Waiting(to.name(), to.email(), offer.expiresAt());
    }

    private Letter letter(
            Credential.Personal credential, Id.User to, Request request, Visitor visitor) {
        Page page = pages.of(visitor);
        User reader = people.find(to).orElseThrow();
        return new Letter(
                to,
                reader.email(),
                page.say("letter.offer.subject"),
                page.say(
                        "letter.offer.text",
                        reader.name(),
                        page.user().map(User::name).orElse(""),
                        credential.name(),
                        request.baseUrl() + OfferedCredential.href(credential.clientId())),
                request.occasion().at());
    }

    private static String email(Request request) {
        return request.form().value("new_owner").orElse("").strip().toLowerCase(Locale.ROOT);
    }

    private static Outcome refused(int status, String field, String flaw) {
        return new Outcome.Refused(status, Map.of(field, flaw));
    }
}
