package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.PersonGuard;

/**
 * Finds the person that a call of the management API is about. It is for programs what {@link
 * PersonPageGuard} is for pages. Every person may see their own data.
 */
public record PersonApiGuard(PersonGuard guard) {
  /** A call about one person. */
  record At(ApiRequest request, Organization organization, ManagedUser person) {
    Id.User id() {
      return person.user().id();
    }
  }

  @FunctionalInterface
  interface Handler {
    Response answer(At at);
  }

  Response toSee(ApiRequest request, Handler handler) {
    return answer(request, guard.see(request.actor(), named(request)), handler);
  }

  /** The same for an act that only those may do who may change the person. */
  Response toManage(ApiRequest request, Handler handler) {
    return answer(request, guard.manage(request.actor(), named(request)), handler);
  }

  /** The person whom the path of the call names. */
  static Id.User named(ApiRequest request) {
    return new Id.User(request.segment("user_id"));
  }

  private static Response answer(ApiRequest request, PersonGuard.Access access, Handler handler) {
    return switch (access) {
      case PersonGuard.Granted(var person, var home) ->
          handler.answer(new At(request, home, person));
      case NotManaged refused -> ApiAnswer.refused(refused);
    };
  }

  /** The same for a change, which must name the version of the person that the caller has read. */
  Response toChange(ApiRequest request, Handler handler) {
    return toManage(
        request,
        at -> {
          if (!request.namesVersion()) {
            return ApiAnswer.versionMissing();
          }
          return request.hasSeen(String.valueOf(at.person().version()))
              ? handler.answer(at)
              : ApiAnswer.changedBefore();
        });
  }
}
