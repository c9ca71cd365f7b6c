package dev.latchkey.console.directory;

import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.people.Users;
import java.util.Optional;

/**
 * Guards the pages about one person. A person of another organization is answered with 404, as if
 * they did not exist. An attempt to change a person whom this administrator may not change is
 * answered with 403. The audit log records both.
 */
public final class PersonPageGuard {
  private final SectionGuard sectionGuard;
  private final Users users;
  private final UserAdministration administration;

  public PersonPageGuard(
      SectionGuard sectionGuard, Users users, UserAdministration administration) {
    this.sectionGuard = sectionGuard;
    this.users = users;
    this.administration = administration;
  }

  /** Answers a request about one person. */
  @FunctionalInterface
  interface PersonHandler {
    Response answer(PersonRequest at);
  }

  SectionGuard sectionGuard() {
    return sectionGuard;
  }

  /** Guards a page that shows the person whom the path names. */
  SectionGuard.Handler toSee(PersonHandler handler) {
    return request -> answer(request, handler);
  }

  /** Guards an action that changes the person whom the path names. */
  SectionGuard.Handler toChange(PersonHandler handler) {
    return toSee(at -> at.mayChange() ? handler.answer(at) : forbidden(at));
  }

  /** Guards a tab of the person's page. A tab that is not for the administrator is not found. */
  SectionGuard.Handler toSee(PersonTab tab, PersonHandler handler) {
    return toSee(
        at -> tab.isFor(at) ? handler.answer(at) : at.request().notFound("people.unknown"));
  }

  private Response answer(SectionRequest request, PersonHandler handler) {
    Optional<PersonRequest> found =
        Id.USER.parse(request.segment("user_id")).flatMap(id -> find(request, id));
    return found.isPresent() ? handler.answer(found.get()) : request.notFound("people.unknown");
  }

  /** A request about this person; empty if the person is not managed here. */
  Optional<PersonRequest> find(SectionRequest request, Id.User id) {
    Optional<ManagedUser> found = administration.find(id);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    User user = found.get().user();
    Organization home = users.find(user.organization()).orElseThrow();
    if (!isManagedBy(request.user(), home)) {
      sectionGuard.refused(request, AuditOutcome.PERSON_OF_OTHERS, home, Optional.of(user.id()));
      return Optional.empty();
    }
    return Optional.of(new PersonRequest(request, sectionGuard.section(), home, found.get()));
  }

  private boolean isManagedBy(User by, Organization organization) {
    return sectionGuard.isManagedHere(organization)
        && Rights.allow(by, Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, organization);
  }

  /**
   * The answer if an administrator wants to give a role above their own, or to change a person with
   * such a role, or to change themselves.
   */
  Response forbidden(PersonRequest at) {
    refused(at);
    return at.request().forbidden(at.whyNot());
  }

  /** Records that the administrator wanted to change a person whom they may not change. */
  void refused(PersonRequest at) {
    sectionGuard.refused(
        at.request(),
        at.isOneself() ? AuditOutcome.OWN_STANDING : AuditOutcome.ROLE_ABOVE_OWN,
        at.organization(),
        Optional.of(at.person().user().id()));
  }
}
