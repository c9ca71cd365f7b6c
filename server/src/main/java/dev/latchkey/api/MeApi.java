package dev.latchkey.api;

import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Actor;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TokenLife;
import dev.latchkey.storage.people.Users;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The call of the management API by which a program learns who it is and what it may do. */
public final class MeApi {
  private final Users users;

  public MeApi(Users users) {
    this.users = users;
  }

  public List<Route> routes(ApiGuard guard) {
    return List.of(guard.route(Operation.GET_ME, this::show));
  }

  private Response show(ApiRequest request) {
    Actor.Authenticated caller = request.actor();
    LiveToken token = request.token();
    ObjectNode json =
        Json.object()
            .put("sub", caller.id().value())
            .put("org_id", caller.home().value())
            .put("client_id", token.client().value())
            .put("scope", token.scope().joined(Scopes.Separator.COMMA));
    var scopes = json.putArray("scopes");
    token.scope().names().forEach(scopes::add);
    token.team().ifPresent(team -> json.put("team_id", team.value()));
    if (token.life() instanceof TokenLife.Until until) {
      json.put("expires_at", until.deadline().toString());
    }
    if (caller instanceof Actor.Person person) {
      json.put("name", person.user().name())
          .put("email", person.user().email())
          .put("role", code(person.user().effectiveRole()));
    }
    Organization home = users.find(caller.home()).orElseThrow();
    var rights = json.putArray("rights");
    Arrays.stream(Rights.Act.values())
        .filter(act -> caller.may(act, home))
        .forEach(act -> rights.add(code(act)));
    return Response.json(200, json);
  }

  private static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
