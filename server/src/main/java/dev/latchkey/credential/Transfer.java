package dev.latchkey.credential;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.MailMessage;
import dev.latchkey.model.Mailer;
import dev.latchkey.model.User;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageRequest;
import dev.latchkey.storage.TransferOffers;
import dev.latchkey.storage.Users;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Offers a personal credential to another active person of its organization, so that it outlives
 * its owner's leaving (decisions 6.3 and 6.4); the guard of the page judges who may. {@link
 * OfferedCredentialPage} is where that person answers.
 */
public final class Transfer {
    private final TransferOffers offers;
    private final Users users;
    private final Optional<Mailer> post;

    public Transfer(TransferOffers offers, Users users, Optional<Mailer> post) {
        this.offers = offers;
        this.users = users;
        this.post = post;
    }

    /** An offer that waits for its answer. */
    public record Waiting(String name, String email, Instant until) {
        static Waiting of(TransferOffers.Offer offer, Users users) {
            User to = users.find(offer.to()).orElseThrow();
            return new Waiting(to.name(), to.email(), offer.expiresAt());
        }
    }

    /** The part about transfer. {@code email}: the new owner's, as it was entered. */
    public record Form(String email, Optional<Waiting> waiting) {}

    /** Why the credential is not offered; empty if it is. */
    Optional<FormErrors> offer(CredentialRequest<Credential.Personal> at) {
        Optional<FormErrors> passwordErrors = at.request().passwordErrors("transfer.password");
        if (passwordErrors.isPresent()) {
            return passwordErrors;
        }
        Credential.Personal credential = at.credential();
        Optional<Id.User> to = offers.findNewOwner(email(at.request()), credential.organization());
        if (to.isEmpty()) {
            return refused(400, "flaw.new-owner-unknown");
        }
        if (to.get().equals(credential.owner())) {
            return refused(400, "flaw.new-owner-same");
        }
        return switch (offers.offer(credential, to.get(), at.by(), at.moment())) {
            case OFFERED -> {
                post.ifPresent(open -> open.send(mail(at, to.get())));
                yield Optional.empty();
            }
            case OFFERED_BEFORE -> refused(409, "flaw.offered-before");
            case EDIT_CONFLICT -> refused(409, "flaw.owner-conflict");
        };
    }

    /** False if there is no offer to withdraw. */
    boolean withdraw(CredentialRequest<Credential.Personal> at) {
        return offers.withdraw(at.credential(), at.by(), at.moment());
    }

    static String email(PageRequest request) {
        return request.form().value("new_owner").orElse("").strip().toLowerCase(Locale.ROOT);
    }

    private MailMessage mail(CredentialRequest<Credential.Personal> at, Id.User to) {
        Page page = at.request().page();
        User reader = users.find(to).orElseThrow();
        String answerAt = OfferedCredentialPage.href(at.credential().clientId());
        return new MailMessage(
                to,
                reader.email(),
                page.say("letter.offer.subject"),
                page.say(
                        "letter.offer.text",
                        reader.name(),
                        at.request().user().name(),
                        at.credential().name(),
                        at.request().baseUrl() + answerAt),
                at.moment().at());
    }

    private static Optional<FormErrors> refused(int status, String message) {
        return Optional.of(FormErrors.of(status, "transfer.email", message));
    }
}
