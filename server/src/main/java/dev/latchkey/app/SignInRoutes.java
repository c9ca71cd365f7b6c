package dev.latchkey.app;

import dev.latchkey.console.directory.ProfilePage;
import dev.latchkey.console.reference.RolesPage;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.AppOrigin;
import dev.latchkey.login.ExternalLinksPage;
import dev.latchkey.login.ExternalSignInFlow;
import dev.latchkey.login.ExternalSignInPage;
import dev.latchkey.login.PasskeyPage;
import dev.latchkey.login.SecondFactorPage;
import dev.latchkey.login.SecondStep;
import dev.latchkey.login.SecondStepPage;
import dev.latchkey.login.SecurityDetail;
import dev.latchkey.login.SecurityPage;
import dev.latchkey.login.SignIn;
import dev.latchkey.login.SignInOptions;
import dev.latchkey.login.SignInPage;
import dev.latchkey.login.factor.CodeCheck;
import dev.latchkey.login.factor.Enrolment;
import dev.latchkey.login.factor.FactorActs;
import dev.latchkey.login.factor.PasskeyCheck;
import dev.latchkey.login.password.ChangePassword;
import dev.latchkey.login.password.ForgottenPage;
import dev.latchkey.login.password.NewPasswords;
import dev.latchkey.login.password.PasswordCheck;
import dev.latchkey.login.password.PasswordLinkPage;
import dev.latchkey.login.provider.OpenIdConnect;
import dev.latchkey.login.provider.ProviderCalls;
import dev.latchkey.login.provider.UnlinkProvider;
import dev.latchkey.model.KeySeal;
import dev.latchkey.storage.SignInStores;
import java.util.ArrayList;
import java.util.List;

/** The routes of the pages on which people sign in, set passwords, and change how they sign in. */
final class SignInRoutes {
  private final PageParts parts;
  private final SignInStores stores;
  private final NewPasswords passwords;
  private final PasswordCheck passwordCheck;
  private final CodeCheck codeCheck;
  private final PasskeyCheck passkeyCheck;
  private final ExternalSignInFlow roundTrip;
  private final Enrolment enrolment;
  private final FactorActs factorActs;
  private final SecurityDetail security;

  SignInRoutes(
      PageParts parts,
      NewPasswords passwords,
      PasskeyCheck passkeyCheck,
      KeySeal factorSeal,
      RateLimits rates) {
    this.parts = parts;
    this.stores = parts.stores().signIn();
    this.passwords = passwords;
    this.passwordCheck = new PasswordCheck(stores.sessions(), passwords.passwords());
    this.codeCheck = new CodeCheck(factorSeal, stores.sessions());
    this.passkeyCheck = passkeyCheck;
    this.roundTrip =
        new ExternalSignInFlow(
            () -> parts.settings().outside().providers(),
            stores.externals(),
            new OpenIdConnect(new ProviderCalls()),
            rates.unfinishedExternal().get(),
            parts.random());
    this.enrolment = new Enrolment(factorSeal, parts.random());
    this.factorActs = FactorActs.on(stores, codeCheck, passkeyCheck, parts.random());
    this.security = new SecurityDetail(stores, passkeyCheck, roundTrip);
  }

  List<Route> routes(AppOrigin appOrigin) {
    var all = new ArrayList<Route>();
    all.addAll(signIn(appOrigin));
    if (!parts.settings().outside().providers().isEmpty()) {
      all.addAll(providers());
    }
    all.addAll(links());
    all.addAll(account());
    return all;
  }

  private List<Route> signIn(AppOrigin appOrigin) {
    var sessions = stores.sessions();
    var signIn = new SignIn(stores, passwordCheck, parts.random());
    var options =
        new SignInOptions(
            roundTrip, parts.post().isPresent(), parts.stores().users().directory()::isEmpty);
    var step = new SecondStep(stores, codeCheck, parts.random());

    var all = new ArrayList<Route>();
    all.addAll(
        new SignInPage(signIn, passkeyCheck, sessions, options, appOrigin, parts.pages())
            .routes(parts.pageGuard()));
    all.addAll(
        new SecondStepPage(step, passkeyCheck, parts.notice(), appOrigin, parts.pages())
            .routes(parts.pageGuard()));
    return all;
  }

  private List<Route> providers() {
    var externals = stores.externals();
    var notice = parts.notice();
    var signIn =
        new ExternalSignInPage(roundTrip, stores.sessions(), externals, notice, parts.pages());

    var all = new ArrayList<Route>();
    all.addAll(signIn.routes(parts.pageGuard()));
    all.addAll(
        new ExternalLinksPage(security, roundTrip, new UnlinkProvider(externals), notice)
            .routes(parts.pageGuard()));
    return all;
  }

  /**
   * The pages that a one-time link opens, and the page on which a person asks for such a link by
   * mail.
   */
  private List<Route> links() {
    var links = parts.stores().users().links();
    var pages = parts.pages();

    var all = new ArrayList<Route>();
    all.addAll(
        new PasswordLinkPage(links, passwords, parts.notice(), pages).routes(parts.pageGuard()));
    parts
        .post()
        .ifPresent(post ->
            all.addAll(
                new ForgottenPage(links, post, pages, parts.random()).routes(parts.pageGuard())));
    return all;
  }

  private List<Route> account() {
    var changePassword =
        new ChangePassword(
            stores.sessions(), passwordCheck, stores.account(), passwords, parts.random());
    var notice = parts.notice();
    var acts = parts.installation().accountActs();

    var all = new ArrayList<Route>();
    all.addAll(
        new ProfilePage(parts.stores().users().directory(), acts.renameOneself())
            .routes(parts.pageGuard()));
    all.addAll(new RolesPage(parts.stores().users().directory()).routes(parts.pageGuard()));
    all.addAll(
        new SecurityPage(security, acts.endOwnSessions(), changePassword, notice)
            .routes(parts.pageGuard()));
    all.addAll(
        new SecondFactorPage(security, enrolment, factorActs, stores.factors(), notice)
            .routes(parts.pageGuard()));
    all.addAll(
        new PasskeyPage(security, passkeyCheck, factorActs, stores.factors(), notice)
            .routes(parts.pageGuard()));
    return all;
  }
}
