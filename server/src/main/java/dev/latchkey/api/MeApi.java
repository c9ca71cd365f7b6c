package dev.latchkey.api;

import dev.latchkey.api.view.Answers;
import dev.latchkey.api.view.TokenView;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.storage.people.Directory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The call of the management API by which a program learns who it is and what it may do. */
public final class MeApi {
  private final Directory directory;

  public MeApi(Directory directory) {
    this.directory = directory;
  }

  public List<Route> routes(ApiGuard guard) {
    return List.of(guard.route(Operation.GET_ME, this::show));
  }

  private Response show(ApiRequest request) {
    Actor.Authenticated caller = request.actor();
    LiveToken token = request.token();
    Optional<User> person =
        caller instanceof Actor.Person known ? Optional.of(known.user()) : Optional.empty();
    Organization home = directory.find(caller.home()).orElseThrow();
    return ApiAnswer.of(
        200,
        new Answers.Me(
            caller.id(),
            caller.home(),
            token.team(),
            token.client(),
            token.scope(),
            TokenView.end(token.life()),
            person.map(User::name),
            person.map(User::email),
            person.map(User::effectiveRole),
            Arrays.stream(Rights.Act.values()).filter(act -> caller.may(act, home)).toList()));
  }
}
