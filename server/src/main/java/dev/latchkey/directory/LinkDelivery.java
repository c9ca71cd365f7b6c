package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.model.MailMessage;
import dev.latchkey.model.Mailer;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageRequest;
import dev.latchkey.page.Section;
import dev.latchkey.storage.PasswordLinks;
import dev.latchkey.storage.Users;
import java.time.Instant;
import java.util.Optional;

/**
 * Delivers a new one-time link, by which a person chooses a password: it is shown once to the
 * administrator who made it, and mailed to the person where mail is set up.
 */
public final class LinkDelivery {
    private final PasswordLinks links;
    private final Users users;
    private final Optional<Mailer> post;

    public LinkDelivery(PasswordLinks links, Users users, Optional<Mailer> post) {
        this.links = links;
        this.users = users;
        this.post = post;
    }

    /** The link, the person whom it is for, and where that person is managed. */
    public record Delivery(Section section, ManagedUser person, String address, Instant until) {
        public User user() {
            return person.user();
        }

        /** The part of the message keys that differs: a first password, or another one. */
        public String kind() {
            return person.state() == ManagedUser.State.INVITED ? "invitation" : "reset";
        }

        public String href() {
            return section.path() + "/" + user().id().value();
        }

        @Override
        public String toString() {
            return "Delivery[" + user().id() + "]";
        }
    }

    /** The link leads to the published address, whatever host the request named. */
    Response deliver(
            PageRequest request, Section section, ManagedUser person, Secret.PasswordLink link) {
        String address = request.baseUrl() + "/password?key=" + link.reveal();
        Instant until = links.endOf(person.state(), request.moment());
        var delivery = new Delivery(section, person, address, until);
        post.ifPresent(open -> open.send(mail(request, delivery)));
        Page page = request.page();
        Page shown =
                post.isPresent() ? page.withNotice("link.mailed", person.user().email()) : page;
        return shown.show(200, TEMPLATES.directoryPasswordLinkCreated(shown, delivery));
    }

    private MailMessage mail(PageRequest request, Delivery delivery) {
        Page page = request.page();
        User user = delivery.user();
        String key = "letter." + delivery.kind();
        return new MailMessage(
                user.id(),
                user.email(),
                page.say(key + ".subject"),
                page.say(
                        key + ".text",
                        user.name(),
                        request.user().name(),
                        users.find(user.organization()).map(Organization::name).orElse(""),
                        page.words().moment(delivery.until()),
                        delivery.address()),
                request.moment().at());
    }
}
