package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.OrganizationRequest;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.storage.Organizations;
import dev.latchkey.storage.Users;
import java.util.List;
import java.util.Optional;

/**
 * The page of one organization of the platform. It links to the pages where the organization is
 * managed, and it contains the form to rename the organization.
 */
public final class OrganizationPage {
  private static final String ONE = "/{organization_id}";

  private final SectionGuard sectionGuard;
  private final Users users;
  private final Organizations organizations;

  public OrganizationPage(SectionGuard sectionGuard, Users users, Organizations organizations) {
    this.sectionGuard = sectionGuard;
    this.users = users;
    this.organizations = organizations;
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, ONE, withOrganization(this::show)),
        pageGuard.in(sectionGuard, Effect.CHANGE, ONE, withOrganization(this::rename)));
  }

  /** Guards a page about the organization that the path names. */
  private SectionGuard.Handler withOrganization(SectionGuard.OrganizationHandler handler) {
    return request -> answer(request, handler);
  }

  private Response answer(SectionRequest request, SectionGuard.OrganizationHandler handler) {
    Optional<Organization> organization =
        Id.ORGANIZATION.parse(request.segment("organization_id")).flatMap(users::find);
    if (organization.isEmpty()) {
      return request.notFound("organization.unknown");
    }
    return handler.answer(new OrganizationRequest(request, organization.get()));
  }

  private Response show(OrganizationRequest at) {
    Page page = at.request().page();
    boolean isSaved = at.request().query().value("saved").isPresent();
    return showStored(isSaved ? page.withNotice("platform.saved") : page, at, 200);
  }

  private Response rename(OrganizationRequest at) {
    EnteredName name = EnteredName.in(at.request(), "name");
    Optional<FormErrors> errors = name.errors();
    if (errors.isPresent()) {
      Page page = at.request().page().withProblem("people.flawed");
      return form(page, at.organization(), name.text(), errors.get());
    }
    return switch (rename(at, name)) {
      case DONE -> at.request().seeOther(href(at.organization()) + "?saved=yes");
      case NAME_TAKEN, NO_ROOM, EDIT_CONFLICT ->
          withOrganization(OrganizationPage::showCurrent).answer(at.request());
    };
  }

  private Organizations.Outcome rename(OrganizationRequest at, EnteredName name) {
    PageRequest request = at.request();
    Organization organization = at.organization();
    String before = request.form().value("before").orElse("");
    var seen = new Organization(organization.id(), before, organization.kind());
    return organizations.rename(seen, name.text(), request.moment());
  }

  private static Response showCurrent(OrganizationRequest at) {
    return showStored(at.request().page().withProblem("platform.edit-conflict"), at, 409);
  }

  private static Response showStored(Page page, OrganizationRequest at, int status) {
    Organization organization = at.organization();
    return form(page, organization, organization.name(), FormErrors.of(status));
  }

  private static Response form(
      Page page, Organization organization, String entered, FormErrors errors) {
    return page.show(
        errors.status(), TEMPLATES.directoryOrganization(page, organization, entered, errors));
  }

  private static String href(Organization organization) {
    return Section.PLATFORM_ORGANIZATIONS.path() + "/" + organization.id().value();
  }
}
