package dev.latchkey.api;

import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;

/** Answers calls about an organization where the caller has the right to them. */
public record OrganizationApiGuard(OrganizationGuard guard) {
  @FunctionalInterface
  public interface Handler {
    Response answer(Organization organization);
  }

  /** Calls the handler with the organization that the query names, or else with the caller's. */
  public Response in(ApiRequest request, Rights.Act act, Handler handler) {
    return in(named(request), request, act, handler);
  }

  /** The organization that the query names, or else the caller's. */
  public static Id.Organization named(ApiRequest request) {
    return request
        .query()
        .value("org_id")
        .<Id.Organization>map(Id.Organization::new)
        .orElse(request.actor().home());
  }

  public Response in(Id.Organization named, ApiRequest request, Rights.Act act, Handler handler) {
    return switch (guard.check(request.actor(), named, act)) {
      case OrganizationGuard.Granted(var organization) -> handler.answer(organization);
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }
}
