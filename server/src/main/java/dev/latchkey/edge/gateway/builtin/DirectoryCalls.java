package dev.latchkey.edge.gateway.builtin;

import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.person.DirectoryView;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.ReadableDirectory;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls of the open interface that Latchkey itself answers. They exist so that a new
 * installation has real calls to try (rule 4.4).
 */
public final class DirectoryCalls {
  private final ReadableDirectory readable;
  private final Directory directory;
  private final Credentials credentials;

  public DirectoryCalls(ReadableDirectory readable, Directory directory, Credentials credentials) {
    this.readable = readable;
    this.directory = directory;
    this.credentials = credentials;
  }

  public Response answer(DirectoryCall call, Request request, LiveToken caller) {
    return switch (call) {
      case ME -> me(caller);
      case USERS -> users(request, caller);
      case USER -> user(request, caller);
      case TEAMS -> teams(request, caller);
      case MEMBERS -> members(request, caller);
      case ORGANIZATION -> organization(caller);
    };
  }

  /**
   * The user or the virtual administrator on whose behalf the token acts. A virtual administrator
   * has the name of its credential and no e-mail address.
   */
  private Response me(LiveToken caller) {
    Optional<ObjectNode> subject =
        switch (caller.subject()) {
          case Id.User user ->
              directory
                  .find(user)
                  .map(person -> subject(user, person.name()).put("email", person.email()));
          case Id.VirtualAdministrator administrator ->
              credentials
                  .find(caller.client())
                  .map(Credential::name)
                  .map(name -> subject(administrator, name));
        };
    return subject.map(json -> Response.json(200, json)).orElseGet(DirectoryCalls::notFound);
  }

  private Response users(Request request, LiveToken caller) {
    DirectoryView view = view(caller);
    return Cursor.page(
        request,
        "users",
        (after, limit) -> readable.users(view, after, limit),
        ReadableDirectory.Person::id,
        DirectoryCalls::person);
  }

  private Response user(Request request, LiveToken caller) {
    return readable
        .user(view(caller), new Id.User(segment(request, "user_id")))
        .map(person -> Response.json(200, person(person)))
        .orElseGet(DirectoryCalls::notFound);
  }

  private Response teams(Request request, LiveToken caller) {
    DirectoryView view = view(caller);
    return Cursor.page(
        request,
        "teams",
        (after, limit) -> readable.teams(view, after, limit),
        Team::id,
        team -> Json.object().put("id", team.id().value()).put("name", team.name()));
  }

  private Response members(Request request, LiveToken caller) {
    return readable
        .team(view(caller), new Id.Team(segment(request, "team_id")))
        .map(team ->
            Cursor.page(
                request,
                "members",
                (after, limit) -> readable.members(team.id(), after, limit),
                ReadableDirectory.Person::id,
                member -> person(member).put("administrator", member.administers())))
        .orElseGet(DirectoryCalls::notFound);
  }

  private Response organization(LiveToken caller) {
    return directory
        .find(caller.organization())
        .map(found ->
            Json.object()
                .put("id", found.id().value())
                .put("name", found.name())
                .put("kind", found.kind().name().toLowerCase(Locale.ROOT)))
        .map(json -> Response.json(200, json))
        .orElseGet(DirectoryCalls::notFound);
  }

  private DirectoryView view(LiveToken caller) {
    return switch (caller.subject()) {
      case Id.User user ->
          DirectoryView.of(directory.find(user).orElseThrow(), caller.organization());
      case Id.VirtualAdministrator _ -> DirectoryView.of(caller.organization(), caller.team());
    };
  }

  private static String segment(Request request, String name) {
    return Optional.ofNullable(request.segments().get(name)).orElse("");
  }

  private static ObjectNode person(ReadableDirectory.Person person) {
    return subject(person.id(), person.name()).put("email", person.email());
  }

  private static ObjectNode subject(Id.Subject subject, String name) {
    return Json.object()
        .put("id", subject.value())
        .put("sub", subject.value())
        .put("user_id", subject.value())
        .put("name", name);
  }

  /** Data of another tenant is answered as if it did not exist (security row 63). */
  private static Response notFound() {
    return new Refusal(
            404, "not_found", "There is nothing of that name within the reach of this token.")
        .json();
  }
}
