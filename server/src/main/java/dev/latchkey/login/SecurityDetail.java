package dev.latchkey.login;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.model.User;
import dev.latchkey.page.FormErrors;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageRequest;
import dev.latchkey.storage.ExternalSignIns;
import dev.latchkey.storage.SecondFactors;
import dev.latchkey.storage.UserAccount;
import java.util.List;

/** The page "My account, Security". All of its forms use it. */
public final class SecurityDetail {
    private final UserAccount account;
    private final SecondFactors factors;
    private final ProviderRoundTrip roundTrip;
    private final ExternalSignIns externals;

    public SecurityDetail(
            UserAccount account,
            SecondFactors factors,
            ProviderRoundTrip roundTrip,
            ExternalSignIns externals) {
        this.account = account;
        this.factors = factors;
        this.roundTrip = roundTrip;
        this.externals = externals;
    }

    Response show(PageRequest request, Page page) {
        return show(request, page, FormErrors.NONE);
    }

    Response refuse(PageRequest request, FormErrors errors) {
        return show(request, request.page().withProblem("security.flawed"), errors);
    }

    private Response show(PageRequest request, Page page, FormErrors errors) {
        User user = request.user();
        var view =
                new SecurityView(
                        account.sessions(user.id(), request.moment()),
                        request.key().hash(),
                        factors.of(user.id()),
                        links(user),
                        errors);
        return page.show(errors.status(), TEMPLATES.loginSecurity(page, view), roundTrip.origins());
    }

    private List<SecurityView.Link> links(User user) {
        List<String> linked =
                roundTrip.providers().isEmpty() ? List.of() : externals.linkedIssuers(user.id());
        return roundTrip.providers().stream()
                .map(provider ->
                        new SecurityView.Link(provider, linked.contains(provider.issuer())))
                .toList();
    }
}
