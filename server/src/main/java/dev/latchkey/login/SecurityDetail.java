package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Account;
import dev.latchkey.storage.ExternalSignIns;
import dev.latchkey.storage.SecondFactors;
import java.util.List;
import java.util.Map;

/** The page My account, Security, whichever of its forms was sent. */
public final class SecurityDetail {
    private final Account account;
    private final SecondFactors factors;
    private final Elsewhere elsewhere;
    private final ExternalSignIns externals;
    private final Reauthentication again;
    private final Pages pages;

    public SecurityDetail(
            Account account,
            SecondFactors factors,
            Elsewhere elsewhere,
            ExternalSignIns externals,
            Reauthentication again,
            Pages pages) {
        this.account = account;
        this.factors = factors;
        this.elsewhere = elsewhere;
        this.externals = externals;
        this.again = again;
        this.pages = pages;
    }

    Response show(Request request, Visitor visitor, Page page) {
        return show(200, request, visitor, page, Map.of());
    }

    Response refuse(int status, Request request, Visitor visitor, String field, String flaw) {
        Page page = pages.of(visitor).withProblem("security.flawed");
        return show(status, request, visitor, page, Map.of(field, flaw));
    }

    private Response show(
            int status, Request request, Visitor visitor, Page page, Map<String, String> flaws) {
        User user = visitor.user().orElseThrow();
        var view =
                new SecurityView(
                        account.sessions(user.id(), request.occasion()),
                        visitor.key().orElseThrow().hash(),
                        factors.of(user.id()),
                        links(user),
                        again.isDue(request, visitor),
                        flaws);
        return pages.show(
                status, "login/security", page, Map.of("view", view), elsewhere.origins());
    }

    private List<SecurityView.Link> links(User user) {
        List<String> linked =
                elsewhere.providers().isEmpty() ? List.of() : externals.linkedIssuers(user.id());
        return elsewhere.providers().stream()
                .map(provider ->
                        new SecurityView.Link(provider, linked.contains(provider.issuer())))
                .toList();
    }
}
