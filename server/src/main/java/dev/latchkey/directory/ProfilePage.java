package dev.latchkey.directory;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.People;
import java.util.List;
import java.util.Map;

/** My account, Profile: one's own name; the rest is kept by administrators. */
public final class ProfilePage {
    private static final String HERE = Place.PROFILE.path();

    private final People people;
    private final Pages pages;

    public ProfilePage(People people, Pages pages) {
        this.people = people;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("GET", HERE, this::show), door.signedIn("POST", HERE, this::rename));
    }

    private Response show(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        Page page = pages.of(visitor);
        return form(
                200,
                request.query().value("saved").isPresent()
                        ? page.withNotice("profile.saved")
                        : page,
                user,
                user.name(),
                "");
    }

    private Response rename(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        String name = request.form().value("name").orElse("").strip();
        return DisplayName.flawOf(name)
                .map(flaw ->
                        form(
                                400,
                                pages.of(visitor).withProblem("people.flawed"),
                                user,
                                name,
                                "flaw.name." + flaw))
                .orElseGet(() -> {
                    people.rename(user, name, request.occasion());
                    return Response.redirect(303, HERE + "?saved=yes");
                });
    }

    private Response form(int status, Page page, User user, String entered, String flaw) {
        return pages.show(
                status,
                "directory/profile",
                page,
                Map.of(
                        "user",
                        user,
                        "organization",
                        people.find(user.organization()).orElseThrow(),
                        "entered",
                        entered,
                        "flaw",
                        flaw));
    }
}
