package dev.latchkey.console.page;

import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks that a person may enter a section of the web application. A section that is not for the
 * person's role is answered with 403. Data of another organization is answered with 404, as if it
 * did not exist. Both are recorded in the audit log.
 */
public final class SectionGuard {
  private static final String UNKNOWN = "organization.unknown";

  private final Section section;
  private final Directory directory;
  private final OrganizationGuard guard;

  public SectionGuard(Section section, Directory directory) {
    this.section = section;
    this.directory = directory;
    this.guard = new OrganizationGuard(directory);
  }

  public Section section() {
    return section;
  }

  /** Answers a person who may enter this section. */
  @FunctionalInterface
  public interface Handler {
    Response answer(SectionRequest request);
  }

  /** Answers a request about an organization that the person may manage here. */
  @FunctionalInterface
  public interface OrganizationHandler {
    Response answer(OrganizationRequest at);
  }

  /**
   * Guards a page about one organization: the one that the request names; without a name, the
   * person's own; if that is not managed in this section, the first that is.
   */
  public Handler withOrganization(Rights.Act act, OrganizationHandler handler) {
    return request -> {
      return switch (check(request, act)) {
        case NoAccess.NOT_FOUND -> request.notFound(UNKNOWN);
        case NoAccess.FORBIDDEN ->
            forbidden(request, directory.find(request.user().organization()));
        case OrganizationGuard.Granted(var organization) ->
            isManagedHere(organization)
                ? handler.answer(new OrganizationRequest(request.about(organization), organization))
                : request.notFound(UNKNOWN);
      };
    };
  }

  /**
   * The answer of the handler, if the person may enter this section; otherwise 403. Auditors only
   * read, whatever a form is about.
   */
  Response enter(PageRequest request, Effect effect, Function<SectionRequest, Response> handler) {
    if (isFor(request.user()) && (effect == Effect.READ || !request.user().role().isAuditor())) {
      return handler.apply(new SectionRequest(request));
    }
    Optional<Organization> home = directory.find(request.user().organization());
    home.ifPresent(
        where -> refused(request, AuditOutcome.PLACE_NOT_FOR_ROLE, where, Optional.empty()));
    return forbidden(request, home);
  }

  /** Says which role the page is for, and names some people who have it. */
  private Response forbidden(PageRequest request, Optional<Organization> home) {
    Page page = request.page();
    String role = page.say("role." + request.user().effectiveRole());
    return home.filter(where -> section.isForAdministrators(where.kind()))
        .map(where ->
            page.forbidden(
                Helpers.of(directory.administrators().of(where)),
                page.say("problem.needs-administrator", where.name(), role)))
        .orElseGet(() ->
            page.forbidden(
                Helpers.of(directory.administrators().ofPlatform()),
                page.say("problem.needs-super-administrator", role)));
  }

  /** Records in the audit log that a person asked for something they have no permission for. */
  public void refused(
      PageRequest request, AuditOutcome what, Organization where, Optional<Id.User> about) {
    guard.refused(request.actor(), what, where.id(), about);
  }

  /** Whether the person may do this in the organization, which need not be managed here. */
  public OrganizationGuard.Access check(
      PageRequest request, Id.Organization named, Rights.Act act) {
    return guard.check(request.actor(), named, act);
  }

  private OrganizationGuard.Access check(PageRequest request, Rights.Act act) {
    Optional<String> named =
        request.query().value("organization").or(() -> request.form().value("organization"));
    if (named.isPresent()) {
      return check(request, new Id.Organization(named.get()), act);
    }
    return defaultOrganization(request.user())
        .map(found -> guard.check(request.actor(), found, act))
        .orElse(NoAccess.NOT_FOUND);
  }

  /** The organizations that a page about one organization offers to the person. */
  public OrganizationChoice choice(OrganizationRequest at, Rights.Act act) {
    List<Organization> found =
        directory.firstOrganizations(section.kind(), OrganizationChoice.READ).stream()
            .filter(each -> Rights.allow(at.request().user(), act, each))
            .toList();
    return OrganizationChoice.of(found, Optional.of(at.organization()));
  }

  public boolean isManagedHere(Organization organization) {
    return section.kind().map(organization.kind()::equals).orElse(true);
  }

  private boolean isFor(User user) {
    return directory
        .find(user.organization())
        .filter(home -> section.isFor(user, home))
        .isPresent();
  }

  private Optional<Organization> defaultOrganization(User user) {
    return directory
        .find(user.organization())
        .filter(this::isManagedHere)
        .or(() -> directory.firstOrganizations(section.kind(), 1).stream().findFirst());
  }
}
