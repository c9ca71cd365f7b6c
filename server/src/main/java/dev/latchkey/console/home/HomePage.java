package dev.latchkey.console.home;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Checklist;
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
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * The first page of each context: the own credentials and apps of a person, an organization, and
 * the platform. That of the person also says what needs attention in the organization, because it
 * is the first page after a sign-in.
 */
public record HomePage(
    Directory directory,
    OwnPart own,
    OrganizationPart organization,
    PlatformPart platform,
    FirstSteps steps) {

  public List<Route> routes(PageGuard pageGuard) {
    var ofOrganization = new SectionGuard(Section.ORGANIZATION_HOME, directory);
    var ofPlatform = new SectionGuard(Section.PLATFORM_HOME, directory);
    return List.of(
        pageGuard.signedIn(Effect.READ, Section.HOME.path(), this::showOwn),
        pageGuard.in(
            ofOrganization,
            Effect.READ,
            "",
            ofOrganization.withOrganization(
                Rights.Act.SEE_AUDIT_OF_ORGANIZATION, this::showOrganization)),
        pageGuard.in(ofPlatform, Effect.READ, "", this::showPlatform));
  }

  private Response showOwn(PageRequest request) {
    User user = request.user();
    List<Attention> attention =
        directory
            .find(user.organization())
            .filter(home -> Section.ORGANIZATION_HOME.isFor(user, home))
            .map(home -> organization.attention(home, request.moment().at()))
            .orElse(List.of());
    Page page = request.page();
    OwnPart.View view = own.of(request);
    Optional<Checklist> checklist = shown(view.checklist(), request);
    return page.show(200, TEMPLATES.homeOwn(page, view, attention, checklist));
  }

  private Response showOrganization(OrganizationRequest at) {
    Organization shown = at.organization();
    SectionRequest request = at.request();
    Page page = request.page();
    OrganizationPart.View view = organization.of(shown, request.moment().at());
    Optional<Checklist> checklist = shown(steps.of(shown, view.calls(), request.moment()), request);
    return page.show(200, TEMPLATES.homeOrganization(page, view, checklist));
  }

  private Response showPlatform(SectionRequest request) {
    Page page = request.page();
    Optional<Checklist> checklist =
        directory
            .find(request.user().organization())
            .flatMap(home -> shown(steps.ofInstallation(home), request));
    return page.show(
        200, TEMPLATES.homePlatform(page, platform.at(request.moment().at()), checklist));
  }

  private static Optional<Checklist> shown(Checklist checklist, PageRequest request) {
    return Optional.of(checklist).filter(each -> each.isShown(request.request()));
  }
}
