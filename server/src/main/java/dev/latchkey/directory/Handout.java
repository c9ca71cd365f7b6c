package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Letter;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Post;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Standing;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.PasswordLinks;
import dev.latchkey.storage.People;
import java.util.Map;
import java.util.Optional;

/**
 * Shows a one-time link to the administrator who made it, and never again. Where mail is set up it
 * goes to the person as well.
 */
public final class Handout {
    private final PasswordLinks links;
    private final People people;
    private final Optional<Post> post;
    private final Pages pages;

    public Handout(PasswordLinks links, People people, Optional<Post> post, Pages pages) {
        this.links = links;
        this.people = people;
        this.post = post;
        this.pages = pages;
    }

    /** The link leads to the published address, whatever host the request named. */
    Response of(
            Request request, Visitor visitor, Place here, Standing whom, Secret.PasswordLink link) {
        Page page = pages.of(visitor);
        String address = request.baseUrl() + "/password?key=" + link.reveal();
        post.ifPresent(open -> open.send(letter(request, page, whom, address)));
        return pages.show(
                200,
                "directory/password-link-created",
                post.isPresent() ? page.withNotice("link.mailed", whom.user().email()) : page,
                Map.of(
                        "here",
                        here,
                        "whom",
                        whom.user(),
                        "invited",
                        isInvited(whom),
                        "link",
                        address,
                        "until",
                        links.endOf(whom.state(), request.occasion())));
    }

    private Letter letter(Request request, Page page, Standing whom, String address) {
        User user = whom.user();
        String kind = isInvited(whom) ? "invitation" : "reset";
        return new Letter(
                user.id(),
                user.email(),
                page.say("letter." + kind + ".subject"),
                page.say(
                        "letter." + kind + ".text",
                        user.name(),
                        page.user().map(User::name).orElse(""),
                        people.find(user.organization()).map(Organization::name).orElse(""),
                        page.words().moment(links.endOf(whom.state(), request.occasion())),
                        address),
                request.occasion().at());
    }

    private static boolean isInvited(Standing whom) {
        return whom.state() == Standing.State.INVITED;
    }
}
