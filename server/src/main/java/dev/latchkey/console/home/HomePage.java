package dev.latchkey.console.home;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Directory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The start page. Everyone sees their own credentials and apps; administrators also see what needs
 * attention in their organization, and super administrators the state of the platform.
 */
public record HomePage(
    Directory directory, OwnPart own, OrganizationPart organization, PlatformPart platform) {
  /** The parts that the role of the person includes. */
  public record View(
      Optional<PlatformPart.View> platform,
      Optional<OrganizationPart.View> organization,
      OwnPart.View own) {}

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(pageGuard.signedIn(Effect.READ, Section.HOME.path(), this::show));
  }

  private Response show(PageRequest request) {
    User user = request.user();
    Instant now = request.moment().at();
    Optional<Organization> home = directory.find(user.organization());
    var view =
        new View(
            home.filter(where -> Rights.allow(user, Rights.Act.SEE_HEALTH, where))
                .map(where -> platform.at(now)),
            home.filter(where -> administers(user, where))
                .map(where -> organization.of(where, now)),
            own.of(request));
    Page page = request.page();
    return page.show(200, TEMPLATES.homePage(page, view));
  }

  /** Whether the person may see everything that the part about the organization shows. */
  private static boolean administers(User user, Organization where) {
    return Rights.allow(user, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION, where)
        && Rights.allow(user, Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, where)
        && Rights.allow(user, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, where);
  }
}
