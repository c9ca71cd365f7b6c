package dev.latchkey.directory;

import dev.latchkey.http.Json;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.People;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls that Latchkey itself answers, so that a new installation has a real one to make
 * (decision 4.4).
 */
public final class DirectoryCalls {
    private final People people;
    private final Credentials credentials;

    public DirectoryCalls(People people, Credentials credentials) {
        this.people = people;
        this.credentials = credentials;
    }

    /**
     * Whom the token speaks for. A virtual administrator goes by its credential's name and has no
     * e-mail address.
     */
    public Response me(Request request, LiveToken caller) {
        Optional<ObjectNode> subject =
                switch (caller.subject()) {
                    case Id.User user ->
                            people.find(user)
                                    .map(person ->
                                            subject(user, person.name())
                                                    .put("email", person.email()));
                    case Id.VirtualAdministrator administrator ->
                            credentials
                                    .find(caller.client())
                                    .map(Credential::name)
                                    .map(name -> subject(administrator, name));
                };
        return subject.map(json -> Response.json(200, json))
                .orElseGet(() -> new Refusal(404, "not_found", "This subject is gone.").json());
    }

    private static ObjectNode subject(Id.Subject subject, String name) {
        return Json.object()
                .put("id", subject.value())
                .put("sub", subject.value())
                .put("user_id", subject.value())
                .put("name", name);
    }
}
