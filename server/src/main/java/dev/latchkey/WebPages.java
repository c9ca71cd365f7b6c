package dev.latchkey;

import dev.latchkey.audit.AuditPage;
import dev.latchkey.authorize.ConnectedAppsPage;
import dev.latchkey.config.KeyFileSeal;
import dev.latchkey.config.Settings;
import dev.latchkey.credential.ClientSecretsPage;
import dev.latchkey.credential.CreationGuard;
import dev.latchkey.credential.CredentialActivity;
import dev.latchkey.credential.CredentialChange;
import dev.latchkey.credential.CredentialDetail;
import dev.latchkey.credential.CredentialListPage;
import dev.latchkey.credential.CredentialPage;
import dev.latchkey.credential.CredentialSection;
import dev.latchkey.credential.CredentialStores;
import dev.latchkey.credential.Deletion;
import dev.latchkey.credential.NewOrganizationCredentialPage;
import dev.latchkey.credential.NewPersonalCredentialPage;
import dev.latchkey.credential.NewSecrets;
import dev.latchkey.credential.OfferedCredentialPage;
import dev.latchkey.credential.OrganizationCredentials;
import dev.latchkey.credential.OrganizationTokensPage;
import dev.latchkey.credential.OwnCredentials;
import dev.latchkey.credential.SecondFactorRequired;
import dev.latchkey.credential.Transfer;
import dev.latchkey.directory.HealthPage;
import dev.latchkey.directory.InvitationPage;
import dev.latchkey.directory.LinkDelivery;
import dev.latchkey.directory.OrganizationPage;
import dev.latchkey.directory.OrganizationsPage;
import dev.latchkey.directory.PeoplePage;
import dev.latchkey.directory.PersonDetail;
import dev.latchkey.directory.PersonFactorPage;
import dev.latchkey.directory.PersonGuard;
import dev.latchkey.directory.PersonLinkPage;
import dev.latchkey.directory.PersonPage;
import dev.latchkey.directory.PlatformPeoplePage;
import dev.latchkey.directory.ProfilePage;
import dev.latchkey.directory.SetupPage;
import dev.latchkey.directory.TeamsPage;
import dev.latchkey.gateway.ReferencePage;
import dev.latchkey.http.Route;
import dev.latchkey.login.CodeCheck;
import dev.latchkey.login.Enrolment;
import dev.latchkey.login.ExternalLinksPage;
import dev.latchkey.login.ExternalSignInPage;
import dev.latchkey.login.ForgottenPage;
import dev.latchkey.login.NewPasswords;
import dev.latchkey.login.OpenIdConnect;
import dev.latchkey.login.PasswordChange;
import dev.latchkey.login.PasswordLinkPage;
import dev.latchkey.login.ProviderCalls;
import dev.latchkey.login.ProviderRoundTrip;
import dev.latchkey.login.SecondFactorPage;
import dev.latchkey.login.SecondStep;
import dev.latchkey.login.SecondStepPage;
import dev.latchkey.login.SecurityDetail;
import dev.latchkey.login.SecurityPage;
import dev.latchkey.login.SignIn;
import dev.latchkey.login.SignInDestination;
import dev.latchkey.login.SignInOptions;
import dev.latchkey.login.SignInPage;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.page.Assets;
import dev.latchkey.page.Door;
import dev.latchkey.page.LanguageSwitch;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Place;
import dev.latchkey.page.PlaceEntrance;
import dev.latchkey.storage.Account;
import dev.latchkey.storage.ExternalSignIns;
import dev.latchkey.storage.HalfSignIns;
import dev.latchkey.storage.Health;
import dev.latchkey.storage.OrganizationTokens;
import dev.latchkey.storage.Organizations;
import dev.latchkey.storage.PasswordLinks;
import dev.latchkey.storage.People;
import dev.latchkey.storage.TransferOffers;
import dev.latchkey.storage.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The pages of the web application, each with what it needs. What there is once a process is {@link
 * Wiring}'s.
 */
final class WebPages {
    private final Wiring wiring;
    private final Settings settings;
    private final Database database;
    private final People people;
    private final Pages pages;
    private final RandomGenerator dice;

    WebPages(Wiring wiring) {
        this.wiring = wiring;
        this.settings = wiring.settings;
        this.database = wiring.database;
        this.people = wiring.people;
        this.pages = wiring.pages;
        this.dice = wiring.dice;
    }

    List<Route> routes(Door door, SignInDestination destination) {
        var notice = new Notice(wiring.post);
        var externals = new ExternalSignIns(database, settings.limits());
        var roundTrip =
                new ProviderRoundTrip(
                        settings.providers(),
                        externals,
                        new OpenIdConnect(new ProviderCalls()),
                        wiring.unfinishedExternal,
                        dice);
        var factorSeal = new KeyFileSeal(wiring.keyFile::read, "second factor", dice);
        var codeCheck = new CodeCheck(factorSeal, wiring.sessions);
        var enrolment = new Enrolment(wiring.secondFactors, factorSeal, dice);
        var account = new Account(database, settings.limits());
        var security = new SecurityDetail(account, wiring.secondFactors, roundTrip, externals);

        var all = new ArrayList<Route>();
        all.addAll(signInPages(door, roundTrip, codeCheck, destination));
        if (!settings.providers().isEmpty()) {
            all.addAll(
                    new ExternalSignInPage(roundTrip, wiring.sessions, externals, notice, pages)
                            .routes(door));
            all.addAll(new ExternalLinksPage(security, roundTrip, externals, notice).routes(door));
        }
        all.addAll(
                new SecondFactorPage(security, enrolment, wiring.secondFactors, codeCheck, notice)
                        .routes(door));
        all.addAll(accountPages(door, account, security));
        all.addAll(credentialPages(door));
        all.addAll(peoplePages(door, notice));
        all.addAll(
                new AuditPage(new PlaceEntrance(Place.AUDIT, people), wiring.trail, people)
                        .routes(door));
        all.addAll(
                new SetupPage(people, wiring.passwordRule, wiring.passwords::hash, pages, dice)
                        .routes(door));
        all.add(new LanguageSwitch().route(door));
        all.addAll(new ReferencePage(wiring.table::get, settings.catalogue()).routes(door));
        all.add(new Assets().route());
        return all;
    }

    private List<Route> signInPages(
            Door door,
            ProviderRoundTrip roundTrip,
            CodeCheck codeCheck,
            SignInDestination destination) {
        var halves = new HalfSignIns(database, settings.limits());
        var signIn = new SignIn(wiring.sessions, halves, wiring.passwordCheck, dice);
        var options = new SignInOptions(roundTrip, wiring.post.isPresent());
        var step = new SecondStep(halves, wiring.sessions, codeCheck, dice);
        var notice = new Notice(wiring.post);

        var all = new ArrayList<Route>();
        all.addAll(
                new SignInPage(signIn, wiring.sessions, options, destination, pages).routes(door));
        all.addAll(new SecondStepPage(step, notice, destination, pages).routes(door));
        return all;
    }

    private List<Route> accountPages(Door door, Account account, SecurityDetail security) {
        var change =
                new PasswordChange(
                        wiring.sessions, wiring.passwordCheck, account, newPasswords(), dice);
        var notice = new Notice(wiring.post);

        var all = new ArrayList<Route>();
        all.addAll(new ConnectedAppsPage(wiring.standingGrants, settings.catalogue()).routes(door));
        all.addAll(new ProfilePage(people).routes(door));
        all.addAll(new SecurityPage(security, account, change, notice).routes(door));
        return all;
    }

    private NewPasswords newPasswords() {
        return new NewPasswords(wiring.passwordRule, wiring.passwords);
    }

    private List<Route> peoplePages(Door door, Notice notice) {
        var organizations = new Organizations(database, settings.limits());
        var links = new PasswordLinks(database, settings.limits());
        var delivery = new LinkDelivery(links, people, wiring.post);
        var roster = wiring.roster;
        var factors = wiring.secondFactors;

        var all = new ArrayList<Route>();
        for (Place place : List.of(Place.ORGANIZATION_PEOPLE, Place.TEAM_PEOPLE)) {
            var toPlace = new PlaceEntrance(place, people);
            var toPerson = new PersonGuard(toPlace, people, roster);
            var detail = new PersonDetail(toPerson, people, roster, factors);
            all.addAll(new PeoplePage(toPlace, roster).routes(door));
            all.addAll(new InvitationPage(toPlace, people, roster, delivery, dice).routes(door));
            all.addAll(new TeamsPage(toPlace, people, organizations, dice).routes(door));
            all.addAll(new PersonPage(toPerson, detail, people, roster).routes(door));
            all.addAll(new PersonLinkPage(toPerson, detail, links, delivery, dice).routes(door));
            all.addAll(new PersonFactorPage(toPerson, detail, factors, notice).routes(door));
        }
        var toOrganizations = new PlaceEntrance(Place.PLATFORM_ORGANIZATIONS, people);
        all.addAll(
                new OrganizationsPage(toOrganizations, organizations, delivery, dice).routes(door));
        all.addAll(new OrganizationPage(toOrganizations, people, organizations).routes(door));
        var toPeople = new PlaceEntrance(Place.PLATFORM_PEOPLE, people);
        all.addAll(new PlatformPeoplePage(toPeople, roster).routes(door));
        var toHealth = new PlaceEntrance(Place.PLATFORM_HEALTH, people);
        var health = new Health(database, wiring.purge);
        all.addAll(new HealthPage(toHealth, health, wiring.post, wiring.node).routes(door));
        all.addAll(new PasswordLinkPage(links, newPasswords(), notice, pages).routes(door));
        wiring.post.ifPresent(
                open -> all.addAll(new ForgottenPage(links, open, pages, dice).routes(door)));
        return all;
    }

    private List<Route> credentialPages(Door door) {
        var catalogue = settings.catalogue();
        var stores =
                new CredentialStores(
                        wiring.credentials,
                        wiring.credentialLists,
                        wiring.clientSecrets,
                        new OrganizationTokens(database, settings.limits()),
                        new TransferOffers(database));
        var secrets = new NewSecrets(dice);
        var activity = new CredentialActivity(wiring.usage, wiring.trail);
        var detail = new CredentialDetail(stores, people, catalogue, activity, secrets);
        var own = new OwnCredentials(stores.credentials());

        var all = new ArrayList<Route>();
        all.addAll(
                new NewPersonalCredentialPage(stores.credentials(), catalogue, secrets)
                        .routes(door));
        all.addAll(section(own, stores, detail, door));
        all.addAll(new OfferedCredentialPage(stores, wiring.roster, catalogue).routes(door));
        all.addAll(new ClientSecretsPage(own, stores.secrets(), detail, secrets).routes(door));
        var factor =
                new SecondFactorRequired(
                        settings.rules().secondFactorForOrganizationCredentials(),
                        wiring.secondFactors);
        var version = new PlatformVersion(settings.platformVersion());
        var creation = new CreationGuard(version, factor, people);
        for (Place place : List.of(Place.ORGANIZATION_SETTINGS, Place.TEAM_SETTINGS)) {
            var toPlace = new PlaceEntrance(place, people);
            var managed = new OrganizationCredentials(toPlace, people, stores.credentials());
            all.addAll(
                    new NewOrganizationCredentialPage(
                                    managed, creation, stores.credentials(), catalogue, secrets)
                            .routes(door));
            all.addAll(section(managed, stores, detail, door));
            all.addAll(
                    new OrganizationTokensPage(managed, stores.tokens(), detail, factor, secrets)
                            .routes(door));
        }
        return all;
    }

    /** The list of a section, and the page of each of its credentials. */
    private List<Route> section(
            CredentialSection section,
            CredentialStores stores,
            CredentialDetail detail,
            Door door) {
        var credential =
                new CredentialPage(
                        section,
                        detail,
                        new CredentialChange(stores.credentials(), settings.catalogue()),
                        new Transfer(stores.offers(), people, wiring.post),
                        new Deletion(stores.credentials()));
        var all = new ArrayList<Route>();
        all.addAll(new CredentialListPage(section, stores, wiring.usage).routes(door));
        all.addAll(credential.routes(door));
        return all;
    }
}
