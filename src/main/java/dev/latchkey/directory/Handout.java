package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Standing;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.PasswordLinks;
import java.util.Map;

/** Shows a one-time link to the administrator who made it, and to nobody ever again. */
public final class Handout {
    private final PasswordLinks links;
    private final Pages pages;

    public Handout(PasswordLinks links, Pages pages) {
        this.links = links;
        this.pages = pages;
    }

    /** The link leads to the published address, whatever host the request named. */
    Response of(
            Request request, Visitor visitor, Place here, Standing whom, Secret.PasswordLink link) {
        return pages.show(
                200,
                "password-link-created",
                pages.of(visitor),
                Map.of(
                        "here",
                        here,
                        "whom",
                        whom.user(),
                        "invited",
                        whom.state() == Standing.State.INVITED,
                        "link",
                        request.baseUrl() + "/password?key=" + link.reveal(),
                        "until",
                        links.endOf(whom.state(), request.occasion())));
    }
}
