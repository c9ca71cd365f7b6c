package dev.latchkey.browser;

import static dev.latchkey.browser.Chromium.fillSignIn;
import static dev.latchkey.browser.Chromium.follow;
import static dev.latchkey.browser.Chromium.press;
import static dev.latchkey.browser.Chromium.signIn;
import static dev.latchkey.browser.Chromium.signOut;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.latchkey.app.config.ExternalServices;
import dev.latchkey.harness.Authenticator;
import dev.latchkey.harness.OidcProvider;
import dev.latchkey.model.Id;
import dev.latchkey.model.Language;
import dev.latchkey.model.Rules;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Words;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.operation.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page is accessible on a phone: in each language, in light and in dark mode. */
@OneBrowser
@Order(1)
class AccessibilityTest {
  private static final int PHONE_WIDTH = 390;

  private static final Map<String, Object> ALL_RULES = Map.of();
  private static final Map<String, Object> ABOUT_COLOURS =
      Map.of("runOnly", List.of("color-contrast", "link-in-text-block"));

  /** What may depend on the words of a page: their language, empty ones, and short ones. */
  private static final Map<String, Object> ABOUT_WORDS =
      Map.of(
          "runOnly",
          List.of(
              "aria-command-name",
              "aria-dialog-name",
              "aria-input-field-name",
              "button-name",
              "document-title",
              "empty-heading",
              "empty-table-header",
              "html-lang-valid",
              "image-alt",
              "label",
              "link-name",
              "select-name",
              "summary-name",
              "target-size",
              "valid-lang"));

  private static final Rules FACTOR_REQUIRED =
      new Rules(
          Rules.SpentCode.REFUSE,
          Rules.RotatedToken.REVOKE_AFTER_GRACE,
          Rules.Factor.REQUIRED,
          Rules.DeviceFlow.OFF);

  private static final Axe axe = new Axe();

  @TempDir private Path directory;
  private Words words = new Words(Language.ENGLISH);

  @AfterAll
  static void close() {
    axe.close();
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_page_is_accessible(Language language) throws InterruptedException {
    words = new Words(language);
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Credential app =
          site.personal("Issue Helper", site.olga, "read:issue:info", "write:issue:info");
      Secret.Setup key = Secret.SETUP.mint(site.installation.random());
      site.installation.stores().users().setupLinks().offer(key, site.installation.now());
      Page page = phone(chromium);

      page.navigate(site.url("/setup?key=" + key.reveal()));
      check(page, "setup");
      page.navigate(site.authorize(app));
      check(page, "sign-in");
      page.fill("input[name=email]", "mei@example.com");
      page.fill("input[name=password]", "wrong");
      press(page, words.say("sign-in.submit"));
      check(page, "sign-in refused");
      fillSignIn(page, site.mei);
      check(page, "consent");
      page.navigate(site.url("/account/apps"));
      check(page, "no connected apps");
      page.navigate(site.authorize(app));
      page.getByLabel("Borealis").check();
      press(page, words.say("consent.approve"));
      page.waitForURL(site.callback() + "**");
      page.navigate(site.url("/account/apps"));
      check(page, "connected apps");
      page.locator("input[name=grant]").first().check();
      press(page, words.say("apps.end-chosen"));
      check(page, "ending the access of apps, asked");
      page.navigate(site.url("/"));
      check(page, "start page of a member");
      page.navigate(site.url("/search?q=issue"));
      check(page, "search");
      page.navigate(site.url("/search?q=nothing"));
      check(page, "search, nothing found");
      site.exchange(app);
      page.navigate(site.url("/api-reference"));
      check(page, "API reference");
      page.navigate(
          site.url(
              "/api-reference/call?method=GET&path=/openapi/v2/directory/users/%7Buser_id%7D"));
      check(page, "a call of the API reference");
      page.fill("#token", "lk_at_none");
      page.fill("#segment-user_id", "usr_none");
      press(page, words.say("reference.send"));
      page.locator("#call-transcript").waitFor();
      check(page, "a call of the API reference, answered");
      page.navigate(site.url("/account/security"));
      page.fill("#password-now", "wrong");
      page.fill("#new-password", "short");
      page.fill("#repeated-password", "short");
      press(page, words.say("security.change"));
      check(page, "security, refused");
      page.navigate(site.url("/organization/credentials"));
      check(page, "not for this role");
      signOut(page);

      addCalls(site, app.clientId());
      fillSignIn(page, site.tara);
      check(page, "start page of a team administrator");
      signOut(page);
      fillSignIn(page, site.olga);
      page.navigate(site.url("/organization/people/" + site.mei.id().value() + "/apps"));
      check(page, "apps of a person");
      page.locator("input[name=grant]").first().check();
      press(page, words.say("apps.end-chosen"));
      check(page, "ending the access of a person's apps, asked");
      page.navigate(site.url("/account/credentials/" + app.clientId().value()));
      follow(page, words.say("tab.ACCESS"));
      check(page, "access");
      follow(page, words.say("apps.end"));
      check(page, "ending the access of a person, asked");
      page.goBack();
      follow(page, words.say("access.end-all"));
      check(page, "ending all access, asked");
      press(page, words.say("access.end-all"));
      check(page, "no access");
      follow(page, words.say("tab.SETTINGS"));
      page.check("input[value=LEAVE_OUT_SCOPES]");
      Page other = page.context().newPage();
      other.navigate(page.url());
      other.fill("#name", "Issue Helper 2");
      press(other, words.say("settings.save.IDENTITY"));
      press(page, words.say("settings.save.IDENTITY"));
      check(page, "edit conflict of a credential");
      press(page, words.say("conflict.save-mine"));
      other.navigate(site.authorize(app));
      check(other, "consent with a choice of scopes");
      other.close();
      signOut(page);

      fillSignIn(page, site.sam);
      page.navigate(site.url("/dev/components"));
      check(page, "every component");
      page.navigate(site.url("/"));
      check(page, "start page of a super administrator");
      page.navigate(site.url("/platform"));
      check(page, "overview of the platform");
      page.navigate(site.url("/organization"));
      page.locator("#organization-calls ~ details > summary").click();
      check(page, "overview of an organization, calls as a table");
      page.navigate(site.url("/account/credentials"));
      check(page, "empty list");
      page.navigate(site.url("/account/credentials/new"));
      check(page, "new credential");
      page.fill("#name", "Board Sync");
      page.fill("#redirect-0", "nowhere");
      press(page, words.say("credential.create"));
      check(page, "flawed credential");
      page.fill("#redirect-0", site.callback());
      page.check("input[value='read:issue:info']");
      press(page, words.say("credential.create"));
      check(page, "created");
      page.navigate(site.url("/account/credentials/" + page.textContent("#client-id")));
      check(page, "overview");
      follow(page, words.say("trial.title"));
      check(page, "trial, without its redirect URI");
      press(page, words.say("trial.register-submit"));
      check(page, "trial");
      follow(page, words.say("trial.authorize"));
      press(page, words.say("consent.approve"));
      check(page, "trial, authorized");
      press(page, words.say("trial.send") + " " + words.say("trial.step.EXCHANGE"));
      check(page, "trial, secret missing");
      page.fill("#client-secret", "lk_cs_wrong");
      press(page, words.say("trial.send") + " " + words.say("trial.step.EXCHANGE"));
      check(page, "trial, exchange refused");
      page.locator(".page-head .back").click();
      follow(page, words.say("tab.SCOPES"));
      check(page, "scopes");
      follow(page, words.say("tab.ACTIVITY"));
      check(page, "activity");
      follow(page, words.say("tab.SETTINGS"));
      check(page, "settings");
      follow(page, words.say("tab.SECRETS"));
      check(page, "secrets");
      press(page, words.say("secrets.new"));
      check(page, "secret created");
      follow(page, words.say("created.kept"));
      check(page, "two secrets");
      page.locator(".secrets a").first().click();
      check(page, "retiring a secret, asked");
      page.navigate(site.url("/account/credentials"));
      check(page, "list");
      page.navigate(site.url("/organization/credentials/new"));
      check(page, "new organization credential");
      page.fill("#name", "Nightly Export");
      page.check("input[value='read:issue:info']");
      press(page, words.say("organization.create"));
      check(page, "organization credential created");
      page.navigate(site.url("/organization/credentials/" + page.textContent("#client-id")));
      check(page, "organization credential");
      follow(page, words.say("tab.TOKENS"));
      check(page, "tokens");
      page.getByLabel(words.say("overlap.HOUR")).check();
      press(page, words.say("tokens.new"));
      check(page, "token re-issued");
      follow(page, words.say("created.token-kept"));
      check(page, "organization credential with two tokens");
      page.locator("input[name=token]").first().check();
      press(page, words.say("tokens.revoke"));
      check(page, "revoking a token, asked");
      page.navigate(site.url("/organization/credentials"));
      check(page, "organization list");
      page.locator("[data-all]").check();
      press(page, words.say("list.delete-chosen"));
      check(page, "deleting credentials, asked");
      page.navigate(site.url("/organization/people/" + site.olga.id().value() + "/credentials"));
      check(page, "credentials of a person");
      page.navigate(site.url("/organization/people/" + site.mei.id().value() + "/activity"));
      check(page, "activity of a person");
      page.navigate(site.url("/organization/credentials?q=nothing"));
      check(page, "organization list, nothing matches");
      page.navigate(site.url("/audit"));
      check(page, "audit");
      press(page, words.say("audit.follow"));
      check(page, "audit, followed");
      page.locator("td.at a").first().click();
      page.locator("#entry").waitFor();
      check(page, "an entry of the audit log");
      page.navigate(site.url("/audit?event=SIGN_IN&outcome=REFUSED&from=2026-01-01"));
      check(page, "audit, filtered, nothing matches");
      page.navigate(site.url("/organization/credentials/" + app.clientId().value()));
      check(page, "personal credential in the organization");
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_page_about_a_change_of_owner_is_accessible(Language language) {
    words = new Words(language);
    try (var site = new Site(directory);
        var chromium = new Chromium()) {
      Credential app =
          site.personal("Issue Helper", site.mo, "read:issue:info", "write:issue:info");
      String all = "/organization/credentials/" + app.clientId().value() + "/settings";
      String own = "/account/credentials/" + app.clientId().value();
      Page page = phone(chromium);
      page.navigate(site.url("/sign-in"));
      fillSignIn(page, site.sam);
      page.navigate(site.url(all));
      page.fill("#new-owner", "nobody@example.com");
      press(page, words.say("transfer.submit"));
      check(page, "offered to an unknown person");
      page.fill("#new-owner", "mei@example.com");
      press(page, words.say("transfer.submit"));
      check(page, "offered");
      page.navigate(site.url("/organization/people/" + site.mo.id().value()));
      follow(page, words.say("people.disable"));
      check(page, "disabling, asked");
      press(page, words.say("people.disable"));
      signOut(page);

      fillSignIn(page, site.mei);
      check(page, "start page with an offer");
      page.navigate(site.url("/account/credentials"));
      check(page, "list with an offer");
      follow(page, "Issue Helper");
      check(page, "offer of a disabled owner");
      site.wait(Duration.ofMinutes(11));
      page.check("input[name=revive]");
      press(page, words.say("offer.accept"));
      check(page, "offer, password asked");
      page.check("input[name=revive]");
      page.fill("#current-password", Site.PASSWORD);
      press(page, words.say("offer.accept"));
      check(page, "accepted, without a secret");
      page.navigate(site.url(own + "/offer"));
      check(page, "no offer any more");
      page.navigate(site.authorize(app));
      check(page, "consent after a change of owner");
      page.getByLabel("Borealis").check();
      press(page, words.say("consent.approve"));
      page.waitForURL(site.callback() + "**");
      page.navigate(site.url("/account/apps"));
      check(page, "connected app after a change of owner");
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_page_about_people_is_accessible(Language language) {
    words = new Words(language);
    try (var provider = new OidcProvider(InstantSource.system());
        var site =
            new Site(
                directory,
                to -> to.with(ExternalServices.signIn(provider.as("idp"))).with(FACTOR_REQUIRED));
        var chromium = new Chromium()) {
      Page page = phone(chromium);
      page.navigate(site.url("/sign-in"));
      check(page, "sign-in with an external provider");
      press(page, words.say("external.sign-in", "Example ID"));
      check(page, "not linked");
      page.navigate(site.url("/sign-in"));
      fillSignIn(page, site.mo);
      enrol(page, site);
      signOut(page);
      fillSignIn(page, site.sam);
      page.navigate(site.url("/organization/credentials/new"));
      check(page, "second factor required");
      page.navigate(site.url("/account/profile"));
      check(page, "profile");
      page.navigate(site.url("/organization/people"));
      check(page, "people");
      everythingOfSeveralPeople(page, site);
      Page taras = phone(chromium);
      taras.navigate(site.url("/sign-in"));
      fillSignIn(taras, site.tara);
      page.navigate(site.url("/configuration/team/people/" + site.tara.id().value() + "/sessions"));
      check(page, "sessions of a person");
      page.locator("input[name=session]").first().check();
      press(page, words.say("security.end"));
      check(page, "ending sessions, asked");
      taras.context().close();
      page.navigate(site.url("/organization/people/" + site.mo.id().value()));
      check(page, "person");
      Page other = page.context().newPage();
      other.navigate(page.url());
      other.fill("#name", "Mo Renamed");
      press(other, words.say("credential.save"));
      other.close();
      press(page, words.say("credential.save"));
      check(page, "edit conflict of a person");
      follow(page, words.say("conflict.keep-saved"));
      follow(page, words.say("people.disable"));
      check(page, "disabling, asked");
      press(page, words.say("people.disable"));
      check(page, "disabled person");
      page.navigate(site.url("/organization/people/teams"));
      check(page, "teams");
      page.navigate(site.url("/organization/people/new"));
      page.fill("#name", "Nina");
      page.fill("#email", "nina@nowhere,com");
      press(page, words.say("people.invite"));
      check(page, "flawed person");
      page.fill("#email", "nina@example.com");
      press(page, words.say("people.invite"));
      check(page, "invitation");
      page.navigate(page.textContent("#password-link"));
      check(page, "choose a password");
      page.navigate(site.url("/platform/organizations"));
      check(page, "organizations");
      follow(page, "Acme");
      check(page, "organization");
      page.navigate(site.url("/platform/organizations/new"));
      check(page, "new organization");
      page.navigate(site.url("/platform/people"));
      check(page, "people of the platform");
      page.navigate(site.url("/platform/health"));
      check(page, "health");
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_page_about_agents_is_accessible(Language language) throws InterruptedException {
    words = new Words(language);
    try (var site = new Site(directory, Site.forAgents(directory));
        var chromium = new Chromium()) {
      Credential app =
          site.personal(
              "Issue Helper", site.olga, Set.of(Credential.Option.DEVICE_FLOW), "read:issue:info");
      Page page = phone(chromium);
      signIn(page, site, site.mo);
      page.navigate(site.authorize(app) + "&scope=read:wiki:pages");
      check(page, "an error for an app that was never allowed");
      page.navigate(site.url("/device"));
      check(page, "the code of a device");
      page.fill("#user-code", "BBBB-BBBB");
      press(page, words.say("device.continue"));
      check(page, "the code of a device, wrong");
      page.fill("#user-code", site.userCode(app));
      press(page, words.say("device.continue"));
      check(page, "consent to a device");
      press(page, words.say("consent.approve"));
      check(page, "consent to a device, given");
      page.navigate(site.authorize(app) + "&resource=" + site.url("/openapi/v2/issues/tools"));
      check(page, "consent for a resource");
      press(page, words.say("consent.approve"));
      page.waitForURL(site.callback() + "**");
      site.delegate(site.exchange(app).access().reveal(), "agent-7");
      page.navigate(site.url("/account/apps"));
      check(page, "connected apps with a child token");
      follow(page, words.say("children.end"));
      check(page, "revoking a child token, asked");
      press(page, words.say("children.end"));
      check(page, "child token revoked");

      String request = site.registered("Editor");
      Page desk = phone(chromium);
      signIn(desk, site, site.olga);
      desk.navigate(site.url("/organization/credentials/public-apps"));
      check(desk, "the policy for apps without a credential");
      desk.navigate(site.url("/approvals"));
      check(desk, "approvals, none");
      desk.navigate(site.url("/organization/credentials/public-apps"));
      desk.check("input[name=rule][value=ASK]");
      desk.fill("#days", "0");
      press(desk, words.say("credential.save"));
      check(desk, "apps without a credential, flawed policy");
      desk.fill("#days", "30");
      press(desk, words.say("credential.save"));
      page.navigate(request);
      check(page, "an app that needs an approval");
      page.fill("#reason", "For the minutes");
      press(page, words.say("not-allowed.ask"));
      check(page, "an app that was asked for");
      desk.navigate(site.url("/approvals"));
      check(desk, "approvals, one waits");
      site.wait(Duration.ofMinutes(11));
      press(
          desk, words.say("approvals.review") + " " + words.say("public-apps.decide-of", "Editor"));
      check(desk, "deciding about an app");
      desk.fill("#current-password", "wrong");
      press(desk, words.say("public-apps.allow"));
      check(desk, "deciding about an app, wrong password");
      desk.fill("#current-password", Site.PASSWORD);
      press(desk, words.say("public-apps.allow"));
      check(desk, "an app without a credential, allowed");
      page.navigate(request);
      check(page, "consent to a program");
      page.navigate(site.url("/account/apps/requests"));
      check(page, "one's requests");
      page.navigate(request + "%20write:issue:info");
      check(page, "an app that asks for more than was allowed");

      Site.Machine machine = site.organizational("Nightly Export", site.olga, "read:issue:info");
      site.delegate(machine.token(), "nightly");
      desk.navigate(site.url("/organization/credentials/" + machine.id() + "/tokens"));
      check(desk, "tokens with a child token");
      follow(desk, words.say("children.end"));
      check(desk, "revoking a child token of an organization, asked");
    }
  }

  /** The page that asks before people are disabled, and the page that names those left out. */
  private void everythingOfSeveralPeople(Page page, Site site) {
    page.locator("[data-all]").check();
    press(page, words.say("people.bulk.END_ACCESS"));
    check(page, "ending the access of people, asked");
    String mei = site.mei.id().value();
    String ask =
        site.url("/organization/people/disable?organization=")
            + site.acme.id().value()
            + "&user="
            + mei;
    page.navigate(ask);
    Page second = page.context().newPage();
    second.navigate(ask);
    check(page, "disabling people, asked");
    press(page, words.say("people.bulk.DISABLE.submit", 1));
    check(page, "people disabled");
    press(second, words.say("people.bulk.DISABLE.submit", 1));
    check(second, "people left out");
    second.close();
  }

  /** Counts calls of today, so that the start page has a chart and a table of refused calls. */
  private static void addCalls(Site site, Id.Client client) {
    Usage usage = site.installation.stores().operation().usage();
    LocalDate today = LocalDate.ofInstant(site.installation.now().at(), ZoneOffset.UTC);
    usage.addCalls(Map.of(new Usage.Day(client, Optional.empty(), today), 12L));
    usage.addRefusals(
        Map.of(new Usage.RefusedDay(Optional.of(client), CallRefusal.MISSING_SCOPE, today), 30L));
  }

  /** Sets up an authenticator app, and checks the pages of the next sign-in too. */
  private void enrol(Page page, Site site) {
    page.navigate(site.url("/account/security"));
    press(page, words.say("factor.set-up"));
    check(page, "key on offer");
    Authenticator phone = Authenticator.reading(page.content());
    page.fill("#code", "no code");
    press(page, words.say("factor.turn-on"));
    check(page, "key on offer, code refused");
    page.fill("#code", phone.code(site.installation.now().at()));
    press(page, words.say("factor.turn-on"));
    check(page, "recovery codes");
    String recoveryCode = Authenticator.codesOn(page.content()).getFirst();
    follow(page, words.say("factor.kept"));
    page.fill("#factor-code", "no code");
    press(page, words.say("factor.remove"));
    check(page, "security with an app, code refused");
    press(page, words.say("passkey.add"));
    check(page, "new passkey");
    signOut(page);
    fillSignIn(page, site.mo);
    check(page, "sign-in code");
    page.fill("#code", "no code");
    press(page, words.say("sign-in.submit"));
    page.click("summary");
    check(page, "sign-in code refused, by recovery code");
    page.fill("#recovery-code", recoveryCode);
    press(page, words.say("sign-in.recover"));
    assertThat(page.url()).isEqualTo(site.url("/"));
  }

  /** A phone that allows axe in a page whose policy allows no script. */
  private Page phone(Chromium chromium) {
    return chromium.page(
        new Browser.NewContextOptions()
            .setLocale(words.language().tag())
            .setReducedMotion(ReducedMotion.REDUCE)
            .setViewportSize(PHONE_WIDTH, 844)
            .setBypassCSP(true));
  }

  /** All rules are checked in one language, and in the other those about words. */
  private void check(Page page, String name) {
    assertThat(page.getAttribute("html", "lang")).isEqualTo(words.language().tag());
    axe.addTo(page);
    switch (words.language()) {
      case ENGLISH -> {
        page.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        assertThat(axe.violations(page, ALL_RULES)).as(name).isEmpty();
        page.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(axe.violations(page, ABOUT_COLOURS)).as("%s, dark", name).isEmpty();
      }
      case CHINESE -> assertThat(axe.violations(page, ABOUT_WORDS)).as(name).isEmpty();
    }
    assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
        .as("width of %s on a phone", name)
        .isLessThanOrEqualTo(PHONE_WIDTH);
  }
}
