package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.ExternalSignIns;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Links a person's account to one at another service, and ends the link. */
public final class ExternalLinksPage {
    private static final String ONE = SecurityPage.HERE + "/links/{provider}";

    private final SecurityDetail detail;
    private final Elsewhere elsewhere;
    private final ExternalSignIns store;
    private final Reauthentication again;
    private final Notice notice;
    private final Pages pages;
    private final ProviderProblems problems;

    public ExternalLinksPage(
            SecurityDetail detail,
            Elsewhere elsewhere,
            ExternalSignIns store,
            Reauthentication again,
            Notice notice,
            Pages pages) {
        this.detail = detail;
        this.elsewhere = elsewhere;
        this.store = store;
        this.again = again;
        this.notice = notice;
        this.pages = pages;
        this.problems = new ProviderProblems(pages);
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.signedIn("POST", ONE, this::link),
                door.signedIn("POST", ONE + "/remove", this::unlink));
    }

    private Response link(Request request, Visitor visitor) {
        var session = visitor.key().orElseThrow().hash();
        var begun = new ExternalSignIns.Begun(Optional.of(session));
        return afterPassword(
                request,
                visitor,
                provider ->
                        switch (elsewhere.send(request, provider, begun)) {
                            case Elsewhere.Sent.Away(var redirect) -> redirect;
                            case Elsewhere.Sent.TooMany(var refusal) ->
                                    problems.tooMany(visitor, refusal);
                            case Elsewhere.Sent.Nowhere nowhere ->
                                    problems.silent(visitor, provider);
                        });
    }

    private Response unlink(Request request, Visitor visitor) {
        User user = visitor.user().orElseThrow();
        return afterPassword(
                request,
                visitor,
                provider -> {
                    if (store.unlink(provider.issuer(), user.id(), request.occasion())) {
                        notice.send(
                                Notice.Change.LINK_REMOVED,
                                user,
                                pages.of(visitor),
                                request.occasion());
                    }
                    return Response.redirect(303, SecurityPage.HERE + "?done=unlinked");
                });
    }

    private Response afterPassword(
            Request request, Visitor visitor, Function<IdentityProvider, Response> step) {
        Optional<IdentityProvider> provider = elsewhere.named(request);
        if (provider.isEmpty()) {
            return pages.problem(pages.of(visitor), 404, "not_found", "problem.status.404");
        }
        return switch (again.judge(request, visitor)) {
            case Reauthentication.Outcome.Fresh fresh -> step.apply(provider.get());
            case Reauthentication.Outcome.Wrong wrong ->
                    detail.refuse(403, request, visitor, "links.password", "flaw.password");
            case Reauthentication.Outcome.Throttled throttled ->
                    detail.refuse(
                            429, request, visitor, "links.password", "flaw.password-throttled");
        };
    }
}
