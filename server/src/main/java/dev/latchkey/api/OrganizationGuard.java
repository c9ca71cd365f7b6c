package dev.latchkey.api;

import dev.latchkey.edge.http.Response;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.storage.Users;
import java.util.Optional;

/**
 * Finds the organization that a call is about, and checks the right of the caller there. The
 * refusals are those of the pages, and they are recorded in the audit log in the same way.
 */
public final class OrganizationGuard {
  private final Users users;

  public OrganizationGuard(Users users) {
    this.users = users;
  }

  /** Answers a call about an organization where the caller has the right. */
  @FunctionalInterface
  public interface Handler {
    Response answer(Organization organization);
  }

  /** Calls the handler with the organization that the query names, or else with the caller's. */
  public Response in(ApiRequest request, Rights.Act act, Handler handler) {
    Id.Organization named =
        request
            .query()
            .value("org_id")
            .<Id.Organization>map(Id.Organization::new)
            .orElse(request.caller().home());
    return in(named, request, act, handler);
  }

  public Response in(Id.Organization named, ApiRequest request, Rights.Act act, Handler handler) {
    Optional<Organization> found = users.find(named);
    if (found.isEmpty()) {
      return ApiAnswer.notFound();
    }
    Organization organization = found.get();
    if (request.caller().may(act, organization)) {
      return handler.answer(organization);
    }
    if (organization.id().equals(request.caller().home())) {
      refused(request, AuditOutcome.PLACE_NOT_FOR_ROLE, organization.id(), Optional.empty());
      return ApiAnswer.forbidden("The role of the caller does not allow this.");
    }
    refused(request, AuditOutcome.ORGANIZATION_OF_OTHERS, organization.id(), Optional.empty());
    return ApiAnswer.notFound();
  }

  public Optional<Organization> find(Id.Organization id) {
    return users.find(id);
  }

  /** Records in the audit log that a caller asked for something without the right to it. */
  public void refused(
      ApiRequest request, AuditOutcome what, Id.Organization where, Optional<Id.User> about) {
    users.refused(request.by(), what, where, about, request.moment());
  }
}
