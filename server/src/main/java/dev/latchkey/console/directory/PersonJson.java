package dev.latchkey.console.directory;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.UserLists;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A person in the answers of the management API. */
final class PersonJson {
  private PersonJson() {}

  static ObjectNode of(UserLists.Listed person) {
    return Json.object()
        .put("user_id", person.id().value())
        .put("name", person.name())
        .put("email", person.email())
        .put("role", code(person.role()))
        .put("state", code(person.state()))
        .put("org_id", person.organization().id().value())
        .put("created_at", person.createdAt().toString());
  }

  static ObjectNode of(ManagedUser managed) {
    User user = managed.user();
    ObjectNode json =
        Json.object()
            .put("user_id", user.id().value())
            .put("name", user.name())
            .put("email", user.email())
            .put("role", code(user.effectiveRole()))
            .put("state", code(managed.state()))
            .put("org_id", user.organization().value())
            .put("created_at", managed.createdAt().toString());
    var teams = json.putArray("teams");
    user.teams()
        .forEach(membership ->
            teams.add(
                Json.object()
                    .put("team_id", membership.team().id().value())
                    .put("name", membership.team().name())
                    .put("administrator", membership.administers())));
    return json;
  }

  private static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
