package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.ExternalIdentity;
import dev.latchkey.model.SealedRequest;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.ExternalSignIns;
import dev.latchkey.storage.Sessions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Signs in whoever another service knows. It begins with a form of ours, so that no other site
 * signs anybody in (security row 112), and nobody is known here who did not link the two before.
 */
public final class ExternalSignInPage {
    private final Elsewhere elsewhere;
    private final Sessions sessions;
    private final ExternalSignIns store;
    private final Notice notice;
    private final Pages pages;
    private final ProviderProblems problems;
    private final RandomGenerator dice;

    public ExternalSignInPage(
            Elsewhere elsewhere,
            Sessions sessions,
            ExternalSignIns store,
            Notice notice,
            Pages pages,
            RandomGenerator dice) {
        this.elsewhere = elsewhere;
        this.sessions = sessions;
        this.store = store;
        this.notice = notice;
        this.pages = pages;
        this.problems = new ProviderProblems(pages);
        this.dice = dice;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.open("POST", "/sign-in/with/{provider}", this::begin),
                door.open("GET", "/sign-in/back/{provider}", this::comeBack));
    }

    private Response begin(Request request, Visitor visitor) {
        var begun = new ExternalSignIns.Begun(Optional.empty());
        return elsewhere
                .named(request)
                .map(provider ->
                        switch (elsewhere.send(request, provider, begun)) {
                            case Elsewhere.Sent.Away(var redirect) -> redirect;
                            case Elsewhere.Sent.TooMany(var refusal) ->
                                    problems.tooMany(visitor, refusal);
                            case Elsewhere.Sent.Nowhere nowhere ->
                                    problems.silent(visitor, provider);
                        })
                .orElseGet(() -> unknownProvider(visitor));
    }

    private Response comeBack(Request request, Visitor visitor) {
        return elsewhere
                .named(request)
                .map(provider -> comeBack(request, visitor, provider))
                .orElseGet(() -> unknownProvider(visitor));
    }

    private Response comeBack(Request request, Visitor visitor, IdentityProvider provider) {
        return switch (elsewhere.receive(request, provider)) {
            case Elsewhere.Arrived.Known(var who, var begun) ->
                    begun.linking()
                            .map(session -> link(request, visitor, who, session))
                            .orElseGet(() -> signIn(request, visitor, who));
            case Elsewhere.Arrived.NotSent notSent -> notSent(visitor);
            case Elsewhere.Arrived.TooMany(var refusal) -> problems.tooMany(visitor, refusal);
            case Elsewhere.Arrived.Refused why -> refuse(request, visitor, provider, why);
        };
    }

    private Response signIn(Request request, Visitor visitor, ExternalIdentity who) {
        Optional<SealedRequest> waiting = WaitingRequest.of(request);
        Secret.Session key = Secret.SESSION.mint(dice);
        Secret.HalfSignIn half = Secret.HALF_SIGN_IN.mint(dice);
        return switch (store.open(who, key, half, visitor.key(), request.occasion())) {
            case SIGNED_IN ->
                    elsewhere
                            .finish(request, Onward.next(waiting))
                            .with(
                                    Cookies.set(
                                            Door.SESSION_COOKIE, key.reveal(), request.isSecure()));
            case CODE_AWAITED ->
                    elsewhere
                            .finish(request, Onward.by(SecondStepPage.HERE, waiting))
                            .with(
                                    Cookies.set(
                                            SecondStepPage.COOKIE,
                                            half.reveal(),
                                            request.isSecure()));
            case UNKNOWN -> problem(visitor, 403, "not_linked", "external.unknown");
            case USER_DISABLED -> problem(visitor, 403, "user_disabled", "sign-in.disabled");
        };
    }

    /** Only in the session that began it, while that lives. */
    private Response link(
            Request request, Visitor visitor, ExternalIdentity who, SecretHash session) {
        Optional<SignedIn> same = visitor.signedIn().filter(here -> here.session().equals(session));
        if (same.isEmpty()) {
            sessions.refused(visitor.user().map(User::id), "external_not_sent", request.occasion());
            return notSent(visitor);
        }
        var user = visitor.user().orElseThrow();
        if (!store.link(who, user.id(), request.occasion().in(same.get()))) {
            return problem(visitor, 409, "linked_before", "external.linked-before");
        }
        notice.send(Notice.Change.LINK_ADDED, user, pages.of(visitor), request.occasion());
        return elsewhere.finish(request, SecurityPage.HERE + "?done=linked");
    }

    private Response refuse(
            Request request,
            Visitor visitor,
            IdentityProvider provider,
            Elsewhere.Arrived.Refused why) {
        String outcome = "external_" + why.name().toLowerCase(Locale.ROOT);
        sessions.refused(visitor.user().map(User::id), outcome, request.occasion());
        return switch (why) {
            case DENIED -> problem(visitor, 403, outcome, "external.denied");
            case PROVIDER_SILENT -> problems.silent(visitor, provider);
            case TOKEN_UNSOUND -> problem(visitor, 403, outcome, "external.unsound");
        };
    }

    private Response notSent(Visitor visitor) {
        return problem(visitor, 400, "external_not_sent", "external.not-sent");
    }

    private Response unknownProvider(Visitor visitor) {
        return pages.problem(pages.of(visitor), 404, "not_found", "problem.status.404");
    }

    private Response problem(Visitor visitor, int status, String error, String key) {
        return pages.problem(pages.of(visitor), status, error, key);
    }
}
