package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.page.Table;
import dev.latchkey.console.page.TableQuery;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TableRows;
import dev.latchkey.model.User;
import dev.latchkey.storage.Organizations;
import dev.latchkey.storage.SearchText;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The page Platform, Organizations. It lists all organizations and creates new ones. */
public final class OrganizationsPage {
  private final SectionGuard sectionGuard;
  private final Organizations organizations;
  private final LinkDelivery delivery;
  private final RandomGenerator random;

  public OrganizationsPage(
      SectionGuard sectionGuard,
      Organizations organizations,
      LinkDelivery delivery,
      RandomGenerator random) {
    this.sectionGuard = sectionGuard;
    this.organizations = organizations;
    this.delivery = delivery;
    this.random = random;
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, "", this::list),
        pageGuard.in(sectionGuard, Effect.READ, "/new", this::ask),
        pageGuard.in(sectionGuard, Effect.SENSITIVE, "/new", this::create));
  }

  private Response list(SectionRequest request) {
    TableQuery<Organizations.Column> query =
        TableQuery.of(
            sectionGuard.section().path(), request.query(), Organizations.Column.values());
    TableRows<Organizations.Listed> found =
        organizations.find(new SearchText(query.search()), query.page());
    Page page = request.page();
    return page.show(
        200, TEMPLATES.directoryOrganizations(page, Table.searched(query, found, page)));
  }

  private Response ask(SectionRequest request) {
    return form(request.page(), NewOrganization.EMPTY, FormErrors.NONE);
  }

  private Response create(SectionRequest request) {
    var entered = NewOrganization.parse(request.form());
    Optional<FormErrors> errors =
        entered.errors().or(() -> request.passwordErrors(Reauthentication.FIELD));
    if (errors.isPresent()) {
      return refuse(request, entered, errors.get());
    }
    Organizations.Founded founded = entered.withNewIds(administratorRole(entered.kind()), random);
    Secret.PasswordLink link = Secret.PASSWORD_LINK.mint(random);
    Id.User by = request.user().id();
    if (!organizations.create(founded, link, by, request.moment())) {
      return refuse(request, entered, FormErrors.of(409, "email", "flaw.email-taken"));
    }
    Section managedAt = Section.peopleOf(entered.kind());
    ManagedUser invited = ManagedUser.invited(founded.administrator(), request.moment());
    return delivery.deliver(request, managedAt, invited, link);
  }

  /**
   * The administrator of a single-team organization needs no role in the organization, because the
   * membership in its team already makes them an administrator.
   */
  private static User.Role administratorRole(Organization.Kind kind) {
    return switch (kind) {
      case MULTI_TEAM -> User.Role.ORGANIZATION_ADMINISTRATOR;
      case SINGLE_TEAM -> User.Role.MEMBER;
    };
  }

  private static Response refuse(
      SectionRequest request, NewOrganization entered, FormErrors errors) {
    return form(request.page().withProblem("people.flawed"), entered, errors);
  }

  private static Response form(Page page, NewOrganization entered, FormErrors errors) {
    return page.show(errors.status(), TEMPLATES.directoryNewOrganization(page, entered, errors));
  }
}
