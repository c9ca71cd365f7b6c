package dev.latchkey.console.home;

import dev.latchkey.console.page.Checklist;
import dev.latchkey.console.page.Checklist.Step;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What administrators do first, in an organization and on an installation. */
public record FirstSteps(
    UserLists people,
    CredentialLists credentials,
    Organizations organizations,
    Supplier<Setup> setup) {
  /** What the configuration of the installation says. */
  public record Setup(
      boolean isPublished, boolean sendsMail, boolean hasRoutes, boolean isWatched) {}

  Checklist of(Organization organization, CallFigures calls, RequestMoment now) {
    String query = "organization=" + organization.id().value();
    String peoplePath = Section.peopleOf(organization.kind()).path();
    String credentialsPath = Section.credentialsOf(organization.kind()).path();
    boolean hasCredential =
        !credentials.of(organization.id(), CredentialLists.Search.first(1), now).rows().isEmpty();
    return new Checklist(
        Checklist.Kind.ORGANIZATION,
        List.of(
            new Step(
                "checklist.people",
                areTwo(organization, UserFilter.NONE),
                peoplePath + "/new?" + query),
            new Step("checklist.first", hasCredential, credentialsPath + "/new?" + query),
            new Step("checklist.called", !calls.chart().isEmpty(), credentialsPath + "?" + query),
            new Step(
                "checklist.factors",
                people.withoutFactor(organization.id()).shown() == 0,
                peoplePath + "?" + query + "&factor=NONE")));
  }

  /** {@code home}: the organization of the super administrators. */
  Checklist ofInstallation(Organization home) {
    Setup done = setup.get();
    var administrators =
        new UserFilter(
            Optional.of(User.Role.SUPER_ADMINISTRATOR),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());
    String founding = Section.PLATFORM_ORGANIZATIONS.path() + "/new";
    return new Checklist(
        Checklist.Kind.INSTALLATION,
        List.of(
            Step.elsewhere("checklist.published", done.isPublished),
            Step.elsewhere("checklist.mail", done.sendsMail),
            Step.elsewhere("checklist.routes", done.hasRoutes),
            Step.elsewhere("checklist.watched", done.isWatched),
            new Step(
                "checklist.administrators",
                areTwo(home, administrators),
                Section.peopleOf(home.kind()).path()),
            new Step("checklist.organization", hasTwoOrganizations(), founding)));
  }

  private boolean areTwo(Organization organization, UserFilter filter) {
    var two =
        new UserLists.Search(
            Optional.of(organization.id()),
            SearchText.NONE,
            filter,
            TablePage.first(UserLists.Column.NAME, 2));
    return people.find(two).rows().size() == 2;
  }

  private boolean hasTwoOrganizations() {
    var two = TablePage.first(Organizations.Column.CREATED, 2);
    return organizations.find(SearchText.NONE, two).rows().size() == 2;
  }
}
