package dev.latchkey.login;

import dev.latchkey.model.Letter;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Post;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import java.util.Optional;

/** Tells people that their password was changed, where mail is set up (ASVS 6.3.7). */
public final class PasswordNotice {
    private final Optional<Post> post;

    public PasswordNotice(Optional<Post> post) {
        this.post = post;
    }

    void changed(User user, Page page, Occasion now) {
        post.ifPresent(open ->
                open.send(
                        new Letter(
                                user.id(),
                                user.email(),
                                page.say("letter.changed.subject"),
                                page.say(
                                        "letter.changed.text",
                                        user.name(),
                                        page.words().moment(now.at()),
                                        now.address()),
                                now.at())));
    }
}
