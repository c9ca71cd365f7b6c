package dev.latchkey.app;

import dev.latchkey.alert.AlertActs;
import dev.latchkey.api.access.EffectiveAccess;
import dev.latchkey.console.alert.AlertPage;
import dev.latchkey.console.alert.AlertRulesPage;
import dev.latchkey.console.alert.AlertsPage;
import dev.latchkey.console.call.CallList;
import dev.latchkey.console.call.PersonCallsPage;
import dev.latchkey.console.directory.BulkPeoplePage;
import dev.latchkey.console.directory.DisablePersonPage;
import dev.latchkey.console.directory.GroupInvitationPage;
import dev.latchkey.console.directory.HealthPage;
import dev.latchkey.console.directory.InvitationPage;
import dev.latchkey.console.directory.LinkDelivery;
import dev.latchkey.console.directory.OrganizationPage;
import dev.latchkey.console.directory.OrganizationsPage;
import dev.latchkey.console.directory.PeoplePage;
import dev.latchkey.console.directory.PersonActivityPage;
import dev.latchkey.console.directory.PersonAppsPage;
import dev.latchkey.console.directory.PersonCredentialsPage;
import dev.latchkey.console.directory.PersonDetail;
import dev.latchkey.console.directory.PersonFactorPage;
import dev.latchkey.console.directory.PersonLinkPage;
import dev.latchkey.console.directory.PersonPage;
import dev.latchkey.console.directory.PersonPageGuard;
import dev.latchkey.console.directory.PersonSessionsPage;
import dev.latchkey.console.directory.PlatformPeoplePage;
import dev.latchkey.console.directory.SetupPage;
import dev.latchkey.console.directory.TeamsPage;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.review.ReviewPage;
import dev.latchkey.console.review.ReviewsPage;
import dev.latchkey.console.webhook.WebhookPage;
import dev.latchkey.console.webhook.WebhookPlace;
import dev.latchkey.console.webhook.WebhookSettingsPage;
import dev.latchkey.console.webhook.WebhooksPage;
import dev.latchkey.edge.http.Route;
import dev.latchkey.login.password.NewPasswords;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.storage.UserStores;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The routes of the pages on which administrators manage people, teams, organizations and the
 * platform.
 */
final class DirectoryRoutes {
  private final PageParts parts;
  private final EffectiveAccess effectiveAccess;
  private final PageGuard pageGuard;
  private final RandomGenerator random;
  private final UserStores stores;
  private final LinkDelivery delivery;
  private final DirectoryActs acts;

  DirectoryRoutes(PageParts parts, EffectiveAccess effectiveAccess) {
    this.parts = parts;
    this.effectiveAccess = effectiveAccess;
    this.pageGuard = parts.pageGuard();
    this.random = parts.random();
    this.stores = parts.stores().users();
    this.acts = parts.installation().directoryActs();
    this.delivery = new LinkDelivery(stores.links(), stores.directory(), parts.post());
  }

  List<Route> routes(NewPasswords passwords, HealthPage.Node node) {
    var all = new ArrayList<Route>();
    all.addAll(parts.views().routes(pageGuard));
    all.addAll(setup(passwords));
    all.addAll(section(Section.ORGANIZATION_PEOPLE));
    all.addAll(section(Section.TEAM_PEOPLE));
    all.addAll(platform());
    all.addAll(health(node));
    all.addAll(alerts());
    all.addAll(reviews());
    all.addAll(webhooks(Section.WEBHOOKS));
    all.addAll(webhooks(Section.PLATFORM_WEBHOOKS));
    return all;
  }

  private List<Route> reviews() {
    var sections = new SectionGuard(Section.REVIEWS, stores.directory());
    var reviewActs = parts.installation().reviewActs();
    var all = new ArrayList<Route>();
    all.addAll(new ReviewsPage(sections, reviewActs).routes(pageGuard));
    all.addAll(new ReviewPage(sections, reviewActs).routes(pageGuard));
    return all;
  }

  private List<Route> alerts() {
    AlertActs alertActs = parts.installation().alertActs();
    var directory = stores.directory();
    var ofOrganization = new SectionGuard(Section.ALERTS, directory);
    var ofPlatform = new SectionGuard(Section.PLATFORM_ALERTS, directory);

    var all = new ArrayList<Route>();
    all.addAll(new AlertsPage(ofOrganization, alertActs.list(), directory).routes(pageGuard));
    all.addAll(new AlertsPage(ofPlatform, alertActs.list(), directory).routes(pageGuard));
    all.addAll(
        new AlertRulesPage(ofOrganization, alertActs.rules(), alertActs.changeRule())
            .routes(pageGuard));
    all.addAll(
        new AlertPage(
                alertActs.guard(),
                alertActs.close(),
                alertActs.mute(),
                alertActs.rules(),
                parts.stores().credentials().credentials(),
                directory)
            .routes(pageGuard));
    return all;
  }

  private List<Route> webhooks(Section section) {
    var operation = parts.stores().operation();
    var webhookActs = parts.installation().webhookActs();
    var place =
        new WebhookPlace(
            new SectionGuard(section, stores.directory()), webhookActs.guard(), stores.directory());

    var all = new ArrayList<Route>();
    all.addAll(
        new WebhooksPage(place, operation.webhooks(), webhookActs.create(), random)
            .routes(pageGuard));
    all.addAll(
        new WebhookPage(
                place,
                operation.deliveryLog(),
                webhookActs.enable(),
                webhookActs.sendTest(),
                webhookActs.replay())
            .routes(pageGuard));
    all.addAll(
        new WebhookSettingsPage(
                place,
                webhookActs.change(),
                webhookActs.rotateSecret(),
                webhookActs.disable(),
                webhookActs.delete())
            .routes(pageGuard));
    return all;
  }

  private List<Route> setup(NewPasswords passwords) {
    return new SetupPage(
            stores.setupLinks(),
            passwords.rule(),
            passwords.passwords()::hash,
            parts.pages(),
            random)
        .routes(pageGuard);
  }

  /**
   * The pages about the people of an organization, or about the people of the teams that the
   * signed-in person leads.
   */
  private List<Route> section(Section section) {
    var directory = stores.directory();
    var factors = parts.stores().signIn().factors();
    var sectionGuard = new SectionGuard(section, directory);
    var personGuard = new PersonPageGuard(sectionGuard, acts.personGuard());
    var detail =
        new PersonDetail(
            personGuard, directory, factors, parts.stores().operation().auditRecords());

    var all = new ArrayList<Route>();
    var people = new PeoplePage(sectionGuard, stores.lists(), parts.views());
    all.addAll(people.routes(pageGuard));
    all.addAll(BulkPeoplePage.of(people, personGuard, stores, acts).routes(pageGuard));
    all.addAll(
        new InvitationPage(sectionGuard, directory, acts.invitePerson(), delivery)
            .routes(pageGuard));
    all.addAll(
        new GroupInvitationPage(sectionGuard, directory, acts.invitePerson(), delivery)
            .routes(pageGuard));
    all.addAll(
        new TeamsPage(sectionGuard, stores.teams(), acts.createTeam(), acts.renameTeam())
            .routes(pageGuard));
    all.addAll(
        new PersonPage(
                personGuard,
                detail,
                directory,
                acts.changePerson(),
                acts.enablePerson(),
                effectiveAccess)
            .routes(pageGuard));
    all.addAll(
        new DisablePersonPage(personGuard, stores.access(), acts.disablePerson())
            .routes(pageGuard));
    all.addAll(
        new PersonLinkPage(personGuard, detail, acts.createPasswordLink(), delivery)
            .routes(pageGuard));
    all.addAll(
        new PersonFactorPage(personGuard, detail, acts.removeSecondFactor(), parts.notice())
            .routes(pageGuard));
    all.addAll(tabs(personGuard));
    return all;
  }

  /** The tabs of the page of a person, except the first one. */
  private List<Route> tabs(PersonPageGuard personGuard) {
    var lists = parts.stores().credentials().lists();
    var grants = parts.stores().grants().activeGrants();
    var account = parts.stores().signIn().account();
    var auditRecords = parts.stores().operation().auditRecords();
    var catalogue = parts.settings().platform().catalogue();

    var all = new ArrayList<Route>();
    all.addAll(new PersonCredentialsPage(personGuard, lists).routes(pageGuard));
    all.addAll(
        new PersonAppsPage(personGuard, grants, acts.endAccess(), catalogue).routes(pageGuard));
    all.addAll(new PersonSessionsPage(personGuard, account, acts.endAccess()).routes(pageGuard));
    all.addAll(new PersonCallsPage(personGuard, CallList.on(parts.stores())).routes(pageGuard));
    all.addAll(new PersonActivityPage(personGuard, auditRecords).routes(pageGuard));
    return all;
  }

  private List<Route> platform() {
    var directory = stores.directory();
    var organizations = stores.organizations();
    var organizationsGuard = new SectionGuard(Section.PLATFORM_ORGANIZATIONS, directory);
    var peopleGuard = new SectionGuard(Section.PLATFORM_PEOPLE, directory);

    var all = new ArrayList<Route>();
    all.addAll(
        new OrganizationsPage(organizationsGuard, organizations, acts.foundOrganization(), delivery)
            .routes(pageGuard));
    all.addAll(
        new OrganizationPage(organizationsGuard, organizations, acts.renameOrganization())
            .routes(pageGuard));
    var people = new PlatformPeoplePage(peopleGuard, stores.lists());
    var personGuard = new PersonPageGuard(peopleGuard, acts.personGuard());
    all.addAll(people.routes(pageGuard));
    all.addAll(BulkPeoplePage.of(people, personGuard, stores, acts).routes(pageGuard));
    return all;
  }

  private List<Route> health(HealthPage.Node node) {
    var healthGuard = new SectionGuard(Section.PLATFORM_HEALTH, stores.directory());
    var health = parts.stores().operation().health();
    return new HealthPage(healthGuard, health, parts.post(), node).routes(pageGuard);
  }
}
