package dev.latchkey.page;

import dev.latchkey.model.MailMessage;
import dev.latchkey.model.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.User;
import java.util.Optional;

/** Tells people that how they sign in was changed, where mail is set up (ASVS 6.3.7). */
public final class Notice {
    private final Optional<Mailer> post;

    public Notice(Optional<Mailer> post) {
        this.post = post;
    }

    public enum Change {
        PASSWORD_CHANGED,
        FACTOR_ADDED,
        FACTOR_REMOVED,
        /** By an administrator. */
        FACTOR_TAKEN_OFF,
        RECOVERY_CODES_RENEWED,
        RECOVERY_CODE_USED,
        LINK_ADDED,
        LINK_REMOVED
    }

    /** To the person who made the change. */
    public void send(Change change, PageRequest request) {
        send(change, request.user(), request.page(), request.moment());
    }

    public void send(Change change, User user, Page page, RequestMoment now) {
        post.ifPresent(open ->
                open.send(
                        new MailMessage(
                                user.id(),
                                user.email(),
                                page.say("notice." + change + ".subject"),
                                page.say(
                                        "notice." + change + ".text",
                                        user.name(),
                                        page.words().moment(now.at()),
                                        now.address()),
                                now.at())));
    }
}
