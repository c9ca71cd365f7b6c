package dev.latchkey.login;

import dev.latchkey.http.Cookies;
import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.ExternalIdentity;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.ExternalSignIns;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Signs in whoever another service knows. It begins with a form of ours, so that no other site
 * signs anybody in (security row 112), and nobody is known here who did not link the two before.
 */
public final class ExternalSignInPage {
    private final Elsewhere elsewhere;
    private final OpenIdConnect connect;
    private final ExternalSignIns store;
    private final Notice notice;
    private final Pages pages;
    private final RandomGenerator dice;

    public ExternalSignInPage(
            Elsewhere elsewhere,
            OpenIdConnect connect,
            ExternalSignIns store,
            Notice notice,
            Pages pages,
            RandomGenerator dice) {
        this.elsewhere = elsewhere;
        this.connect = connect;
        this.store = store;
        this.notice = notice;
        this.pages = pages;
        this.dice = dice;
    }

    /** What a browser that comes back may bring instead of a person, as the trail tells it. */
    private enum Refused {
        NOT_SENT,
        DENIED
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.open("POST", "/sign-in/with/{provider}", this::begin),
                door.open("GET", "/sign-in/back/{provider}", this::comeBack));
    }

    private Response begin(Request request, Visitor visitor) {
        var begun = new ExternalSignIns.Begun(Optional.empty(), Onward.waiting(request));
        return elsewhere
                .named(request)
                .map(provider ->
                        elsewhere
                                .send(request, provider, begun)
                                .orElseGet(() -> silent(visitor, provider)))
                .orElseGet(() -> unknownProvider(visitor));
    }

    private Response comeBack(Request request, Visitor visitor) {
        Optional<IdentityProvider> provider = elsewhere.named(request);
        if (provider.isEmpty()) {
            return unknownProvider(visitor);
        }
        Optional<Handshake> handshake = handshake(request, provider.get());
        Optional<ExternalSignIns.Begun> begun =
                handshake.flatMap(shaken ->
                        store.comeBack(shaken.key(), provider.get().name(), request.occasion()));
        if (begun.isEmpty()) {
            store.refused(Refused.NOT_SENT, request.occasion());
            return refuse(visitor, 400, "not_sent", "external.not-sent");
        }
        Optional<String> code = request.query().value("code");
        if (code.isEmpty()) {
            store.refused(Refused.DENIED, request.occasion());
            return refuse(visitor, 403, "denied", "external.denied");
        }
        return switch (connect.redeem(
                provider.get(),
                handshake.orElseThrow(),
                Elsewhere.back(request, provider.get()),
                code.get(),
                request.occasion())) {
            case OpenIdConnect.Outcome.Known known ->
                    begun.get()
                            .linking()
                            .map(session -> link(request, visitor, known.who(), session))
                            .orElseGet(() ->
                                    signIn(request, visitor, known.who(), begun.get().waiting()));
            case OpenIdConnect.Outcome.Failed why -> {
                store.refused(why, request.occasion());
                yield switch (why) {
                    case PROVIDER_SILENT -> silent(visitor, provider.get());
                    case TOKEN_UNSOUND -> refuse(visitor, 403, "unsound", "external.unsound");
                };
            }
        };
    }

    /** The browser that was sent, with the state it was sent with, from where it was sent to. */
    private static Optional<Handshake> handshake(Request request, IdentityProvider provider) {
        String issuer = request.query().value("iss").orElse(provider.issuer());
        return request.cookie(Cookies.name(Elsewhere.COOKIE, request.isSecure()))
                .flatMap(Secret.ELSEWHERE::parse)
                .map(Handshake::new)
                .filter(shaken -> shaken.isState(request.query().value("state").orElse("")))
                .filter(shaken -> provider.issuer().equals(issuer));
    }

    private Response signIn(
            Request request, Visitor visitor, ExternalIdentity who, Optional<Id.Request> waiting) {
        Secret.Session key = Secret.SESSION.mint(dice);
        Secret.HalfSignIn half = Secret.HALF_SIGN_IN.mint(dice);
        return switch (store.open(who, key, half, visitor.key(), request.occasion())) {
            case SIGNED_IN ->
                    Response.redirect(303, Onward.next(waiting))
                            .with(Cookies.clear(Elsewhere.COOKIE, request.isSecure()))
                            .with(
                                    Cookies.set(
                                            Door.SESSION_COOKIE, key.reveal(), request.isSecure()));
            case CODE_AWAITED ->
                    Response.redirect(303, Onward.by(SecondStepPage.HERE, waiting))
                            .with(Cookies.clear(Elsewhere.COOKIE, request.isSecure()))
                            .with(
                                    Cookies.set(
                                            SecondStepPage.COOKIE,
                                            half.reveal(),
                                            request.isSecure()));
            case UNKNOWN -> refuse(visitor, 403, "not_linked", "external.unknown");
            case USER_DISABLED -> refuse(visitor, 403, "user_disabled", "sign-in.disabled");
        };
    }

    /** Only in the session that began it, while that lives. */
    private Response link(
            Request request, Visitor visitor, ExternalIdentity who, SecretHash session) {
        boolean same = visitor.key().map(Secret::hash).filter(session::equals).isPresent();
        if (!same || visitor.user().isEmpty()) {
            store.refused(Refused.NOT_SENT, request.occasion());
            return refuse(visitor, 400, "not_sent", "external.not-sent");
        }
        var user = visitor.user().get();
        if (!store.link(who, user.id(), request.occasion())) {
            return refuse(visitor, 409, "linked_before", "external.linked-before");
        }
        notice.send(Notice.Change.LINK_ADDED, user, pages.of(visitor), request.occasion());
        return Response.redirect(303, SecurityPage.HERE + "?done=linked")
                .with(Cookies.clear(Elsewhere.COOKIE, request.isSecure()));
    }

    private Response silent(Visitor visitor, IdentityProvider provider) {
        return pages.problem(
                pages.of(visitor), 502, "provider_silent", "external.silent", provider.title());
    }

    private Response unknownProvider(Visitor visitor) {
        return pages.problem(pages.of(visitor), 404, "not_found", "problem.status.404");
    }

    private Response refuse(Visitor visitor, int status, String error, String key) {
        return pages.problem(pages.of(visitor), status, error, key);
    }
}
