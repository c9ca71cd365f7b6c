package dev.latchkey;

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
import dev.latchkey.directory.SetupPage;
import dev.latchkey.directory.TeamsPage;
import dev.latchkey.http.Route;
import dev.latchkey.login.NewPasswords;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Section;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.storage.UserStores;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The pages on which administrators manage people, teams, organizations and the platform. */
final class DirectoryPages {
    private final PageParts parts;
    private final PageGuard door;
    private final RandomGenerator dice;
    private final UserStores stores;
    private final LinkDelivery delivery;

    DirectoryPages(PageParts parts) {
        this.parts = parts;
        this.door = parts.door();
        this.dice = parts.dice();
        this.stores = parts.stores().users();
        this.delivery = new LinkDelivery(stores.links(), stores.people(), parts.post());
    }

    List<Route> routes(NewPasswords passwords, HealthPage.Node node) {
        var all = new ArrayList<Route>();
        all.addAll(setup(passwords));
        all.addAll(section(Section.ORGANIZATION_PEOPLE));
        all.addAll(section(Section.TEAM_PEOPLE));
        all.addAll(platform());
        all.addAll(health(node));
        return all;
    }

    private List<Route> setup(NewPasswords passwords) {
        return new SetupPage(
                        stores.people(),
                        passwords.rule(),
                        passwords.passwords()::hash,
                        parts.pages(),
                        dice)
                .routes(door);
    }

    /** The people of an organization, or of the teams that somebody leads. */
    private List<Route> section(Section place) {
        var people = stores.people();
        var roster = stores.roster();
        var factors = parts.stores().signIn().factors();
        var toPlace = new SectionGuard(place, people);
        var toPerson = new PersonGuard(toPlace, people, roster);
        var detail = new PersonDetail(toPerson, people, roster, factors);

        var all = new ArrayList<Route>();
        all.addAll(new PeoplePage(toPlace, roster).routes(door));
        all.addAll(new InvitationPage(toPlace, people, roster, delivery, dice).routes(door));
        all.addAll(new TeamsPage(toPlace, people, stores.organizations(), dice).routes(door));
        all.addAll(new PersonPage(toPerson, detail, people, roster).routes(door));
        all.addAll(
                new PersonLinkPage(toPerson, detail, stores.links(), delivery, dice).routes(door));
        all.addAll(new PersonFactorPage(toPerson, detail, factors, parts.notice()).routes(door));
        return all;
    }

    private List<Route> platform() {
        var people = stores.people();
        var organizations = stores.organizations();
        var toOrganizations = new SectionGuard(Section.PLATFORM_ORGANIZATIONS, people);
        var toPeople = new SectionGuard(Section.PLATFORM_PEOPLE, people);

        var all = new ArrayList<Route>();
        all.addAll(
                new OrganizationsPage(toOrganizations, organizations, delivery, dice).routes(door));
        all.addAll(new OrganizationPage(toOrganizations, people, organizations).routes(door));
        all.addAll(new PlatformPeoplePage(toPeople, stores.roster()).routes(door));
        return all;
    }

    private List<Route> health(HealthPage.Node node) {
        var toHealth = new SectionGuard(Section.PLATFORM_HEALTH, stores.people());
        var health = parts.stores().operation().health();
        return new HealthPage(toHealth, health, parts.post(), node).routes(door);
    }
}
