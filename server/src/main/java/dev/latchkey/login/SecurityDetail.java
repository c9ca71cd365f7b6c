package dev.latchkey.login;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.factor.PasskeyPurpose;
import dev.latchkey.login.factor.WebAuthn;
import dev.latchkey.model.person.SecondFactor;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.people.ExternalSignIns;
import dev.latchkey.storage.people.SecondFactors;
import dev.latchkey.storage.people.UserAccount;
import java.util.List;
import java.util.Optional;

/** The page "My account, Security". All of its forms use it. */
public final class SecurityDetail {
  private final UserAccount account;
  private final SecondFactors factors;
  private final ExternalSignIns externals;
  private final PasskeyCheck passkeys;
  private final ExternalSignInFlow roundTrip;

  public SecurityDetail(SignInStores stores, PasskeyCheck passkeys, ExternalSignInFlow roundTrip) {
    this.account = stores.account();
    this.factors = stores.factors();
    this.externals = stores.externals();
    this.passkeys = passkeys;
    this.roundTrip = roundTrip;
  }

  Response show(PageRequest request, Page page) {
    return show(request, page, FormErrors.NONE);
  }

  Response refuse(PageRequest request, FormErrors errors) {
    return show(request, request.page().withProblem("security.flawed"), errors);
  }

  private Response show(PageRequest request, Page page, FormErrors errors) {
    User user = request.user();
    SecondFactor factor = factors.of(user.id());
    Optional<String> options = passkeyOptions(request, factor);
    var view =
        new SecurityView(
            account.sessions(user.id(), request.moment()),
            request.key().hash(),
            factor,
            options,
            WebAuthn.isPossibleAt(request.baseUrl()),
            links(user),
            errors);
    Page shown = options.isPresent() ? page.withScript(Page.PASSKEYS) : page;
    return shown.show(errors.status(), TEMPLATES.loginSecurity(shown, view), roundTrip.origins());
  }

  private Optional<String> passkeyOptions(PageRequest request, SecondFactor factor) {
    return factor.passkeys().isEmpty()
        ? Optional.empty()
        : passkeys.ask(request.request(), PasskeyPurpose.change(request.key()), factor.passkeys());
  }

  private List<SecurityView.Link> links(User user) {
    List<String> linked =
        roundTrip.providers().isEmpty() ? List.of() : externals.linkedIssuers(user.id());
    return roundTrip.providers().stream()
        .map(provider -> new SecurityView.Link(provider, linked.contains(provider.issuer())))
        .toList();
  }
}
