package dev.latchkey.console.directory;

import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.PersonGuard;
import java.util.Optional;

/**
 * Guards the pages about one person. A person of another organization is answered with 404, as if
 * they did not exist. An attempt to change a person whom this administrator may not change is
 * answered with 403. The audit log records both.
 */
public record PersonPageGuard(SectionGuard sectionGuard, PersonGuard guard) {
  /** Answers a request about one person. */
  @FunctionalInterface
  public interface PersonHandler {
    Response answer(PersonRequest at);
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
  public SectionGuard.Handler toSee(PersonTab tab, PersonHandler handler) {
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
    return switch (guard.see(request.actor(), id)) {
      case PersonGuard.Granted(var person, var home) when !sectionGuard.isManagedHere(home) -> {
        guard.refuse(request.actor(), person.user(), NotManaged.NOT_FOUND);
        yield Optional.empty();
      }
      case PersonGuard.Granted(var person, var home) ->
          Optional.of(new PersonRequest(request, sectionGuard.section(), home, person));
      case NotManaged _ -> Optional.empty();
    };
  }

  /**
   * The answer if an administrator wants to give a role above their own, or to change a person with
   * such a role, or to change themselves.
   */
  Response forbidden(PersonRequest at) {
    return at.request().refused(guard.refuse(at.request().actor(), at.person().user()));
  }
}
