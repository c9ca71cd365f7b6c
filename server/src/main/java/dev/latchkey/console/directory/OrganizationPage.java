package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.NewName;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotRenamed;
import dev.latchkey.people.RenameOrganization;
import dev.latchkey.storage.people.Organizations;
import java.util.List;
import java.util.Optional;

/**
 * The page of one organization of the platform. It links to the pages where the organization is
 * managed, and it contains the form to rename the organization.
 */
public record OrganizationPage(
    SectionGuard sectionGuard, Organizations organizations, RenameOrganization renameOrganization) {
  private static final String ONE = "/{organization_id}";
  private static final String UNKNOWN = "organization.unknown";

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, ONE, this::show),
        pageGuard.in(sectionGuard, Effect.CHANGE, ONE, this::rename));
  }

  private Response show(SectionRequest request) {
    Page page = request.page();
    boolean isSaved = request.query().value("saved").isPresent();
    return stored(request, isSaved ? page.withNotice("platform.saved") : page, 200);
  }

  private Response rename(SectionRequest request) {
    String name = request.form().value("name").orElse("").strip();
    var wanted = NewName.after(request.form().value("before").orElse(""), name);
    var named = new Id.Organization(request.segment("organization_id"));
    return switch (renameOrganization.by(request.actor(), named, wanted)) {
      case RenameOrganization.Renamed(var renamed) ->
          request.seeOther(
              sectionGuard.section().path() + "/" + renamed.orgId().value() + "?saved=yes");
      case NotRenamed _ ->
          stored(request, request.page().withProblem("platform.edit-conflict"), 409);
      case FlawedNames flawed ->
          form(
              request,
              request.page().withProblem("people.flawed"),
              Optional.of(name),
              FormErrors.of(flawed, field -> field));
      case NoAccess refused -> request.refused(refused, UNKNOWN);
    };
  }

  private Response stored(SectionRequest request, Page page, int status) {
    return form(request, page, Optional.empty(), FormErrors.of(status));
  }

  /** {@code entered}: the name in the form; empty for the stored one. */
  private Response form(
      SectionRequest request, Page page, Optional<String> entered, FormErrors errors) {
    return Id.ORGANIZATION
        .parse(request.segment("organization_id"))
        .flatMap(organizations::find)
        .map(found ->
            page.show(
                errors.status(),
                TEMPLATES.directoryOrganization(page, found, entered.orElse(found.name()), errors)))
        .orElseGet(() -> request.notFound(UNKNOWN));
  }
}
