package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.page.Door;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.ClientSecrets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A new secret beside the old one, then the old one retired: the app is never without (decision
 * 6.3).
 */
public final class SecretsOfPersonal {
    private static final String HERE = Place.MY_ACCOUNT.path() + "/{client_id}/secrets";

    private final OwnCredential own;
    private final ClientSecrets secrets;
    private final PersonalDetail detail;
    private final Reauthentication again;
    private final SecretForms forms;
    private final Pages pages;
    private final RandomGenerator dice;

    public SecretsOfPersonal(
            OwnCredential own,
            ClientSecrets secrets,
            PersonalDetail detail,
            Reauthentication again,
            SecretForms forms,
            Pages pages,
            RandomGenerator dice) {
        this.own = own;
        this.secrets = secrets;
        this.detail = detail;
        this.again = again;
        this.forms = forms;
        this.pages = pages;
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("POST", HERE + "/new", this::add),
                door.signedIn("POST", HERE + "/retire", this::retire));
    }

    private Response add(Request request, Visitor visitor) {
        return own.with(
                request,
                visitor,
                credential ->
                        switch (again.judge(request, visitor)) {
                            case Reauthentication.Outcome.Wrong wrong ->
                                    refuse(403, credential, request, visitor, "flaw.password");
                            case Reauthentication.Outcome.Throttled throttled ->
                                    refuse(
                                            429,
                                            credential,
                                            request,
                                            visitor,
                                            "flaw.password-throttled");
                            case Reauthentication.Outcome.Fresh fresh ->
                                    forms.once(
                                            request,
                                            visitor,
                                            form -> added(credential, form, request, visitor));
                        });
    }

    /** The only answer that ever shows the secret. */
    private Optional<Response> added(
            Credential.Personal credential, Id.Form form, Request request, Visitor visitor) {
        Id.User user = visitor.user().orElseThrow().id();
        Secret.Client secret = Secret.CLIENT.mint(dice);
        return switch (secrets.add(credential, secret, form, user, request.occasion())) {
            case ADDED ->
                    Optional.of(
                            pages.show(
                                    200,
                                    "credential/secret-created",
                                    pages.of(visitor).withScript("copy.js"),
                                    Map.of("credential", credential, "secret", secret.reveal())));
            case TOO_MANY ->
                    Optional.of(unchanged(credential, request, visitor, "secrets.too-many"));
            case FORM_SENT_BEFORE -> Optional.empty();
        };
    }

    private Response retire(Request request, Visitor visitor) {
        Id.User user = visitor.user().orElseThrow().id();
        Optional<SecretHash> which = request.form().value("secret").flatMap(SecretHash::parse);
        return own.with(
                request,
                visitor,
                credential ->
                        which.isPresent()
                                        && secrets.retire(
                                                credential, which.get(), user, request.occasion())
                                ? Response.redirect(
                                        303, PersonalDetail.href(credential) + "?retired=yes")
                                : unchanged(credential, request, visitor, "secrets.not-retired"));
    }

    private Response unchanged(
            Credential.Personal credential, Request request, Visitor visitor, String why) {
        return detail.refuse(409, request, visitor, why, credential, Map.of());
    }

    private Response refuse(
            int status,
            Credential.Personal credential,
            Request request,
            Visitor visitor,
            String flaw) {
        return detail.refuse(
                status,
                request,
                visitor,
                "secrets.unchanged",
                credential,
                Map.of("secrets.password", flaw));
    }
}
