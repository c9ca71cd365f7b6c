package dev.latchkey.api;

import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import java.util.Optional;
import java.util.function.Function;

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

  /**
   * The same for what is read of many organizations at once: if the query names none, super
   * administrators get that of all of them.
   */
  public Response inOneOrAll(
      ApiRequest request, Rights.Act act, Function<Optional<Id.Organization>, Response> handler) {
    boolean isOfAll =
        request.query().value("org_id").isEmpty()
            && request.actor() instanceof Actor.Person person
            && person.user().role().isOfPlatform();
    return isOfAll
        ? handler.apply(Optional.empty())
        : in(request, act, organization -> handler.apply(Optional.of(organization.id())));
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
