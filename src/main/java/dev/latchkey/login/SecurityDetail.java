package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Reauthentication;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.Account;
import dev.latchkey.storage.SecondFactors;
import java.util.Map;

/** The page My account, Security, whichever of its forms was sent. */
public final class SecurityDetail {
    private final Account account;
    private final SecondFactors factors;
    private final Reauthentication again;
    private final Pages pages;

    public SecurityDetail(
            Account account, SecondFactors factors, Reauthentication again, Pages pages) {
        this.account = account;
        this.factors = factors;
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
                        again.isDue(request, visitor),
                        flaws);
        return pages.show(status, "security", page, Map.of("view", view));
    }
}
