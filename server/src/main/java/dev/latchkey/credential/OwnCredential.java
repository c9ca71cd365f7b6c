package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.User;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Credentials;
import java.util.Optional;
import java.util.function.Function;

/** Lets a person to the personal credential that the path names, if it is their own. */
public final class OwnCredential {
    private final Credentials credentials;
    private final Pages pages;

    public OwnCredential(Credentials credentials, Pages pages) {
        this.credentials = credentials;
        this.pages = pages;
    }

    /** Somebody else's looks like none at all, but for the trail. */
    Response with(Request request, Visitor visitor, Function<Credential.Personal, Response> step) {
        User user = visitor.user().orElseThrow();
        var id = new Id.Client(Optional.ofNullable(request.segments().get("client_id")).orElse(""));
        Optional<Credential> found = credentials.find(id);
        Optional<Credential.Personal> own =
                found.filter(Credential.Personal.class::isInstance)
                        .map(Credential.Personal.class::cast)
                        .filter(credential -> credential.owner().equals(user.id()));
        if (own.isPresent()) {
            return step.apply(own.get());
        }
        found.ifPresent(foreign ->
                credentials.refused(
                        user.id(),
                        "credential_of_another",
                        foreign.organization(),
                        Optional.of(id),
                        request.occasion()));
        return pages.problem(pages.of(visitor), 404, "not_found", "credential.unknown");
    }
}
