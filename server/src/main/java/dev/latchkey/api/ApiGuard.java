package dev.latchkey.api;

import dev.latchkey.edge.gateway.CallLog;
import dev.latchkey.edge.gateway.CallRates;
import dev.latchkey.edge.http.BearerGuard;
import dev.latchkey.edge.http.BearerHeader;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.PresentedToken;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.people.UserAdministration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Guards the calls of the management API. It checks in the order of rule 4.1: a call without a
 * valid token is 401, and one whose token lacks the scope is 403. The rights of the caller are
 * checked by the call, because they depend on what it is about.
 */
public final class ApiGuard {
  private static final String CHALLENGE = "Bearer realm=\"latchkey\"";
  private static final Refusal NO_TOKEN =
      new Refusal(401, "unauthorized", "Send an access token as Authorization: Bearer <token>.")
          .with("WWW-Authenticate", CHALLENGE);

  private final TokenChecks checks;
  private final UserAdministration people;
  private final Supplier<CallRates> rates;
  private final CallLog log;

  public ApiGuard(
      TokenChecks checks, UserAdministration people, Supplier<CallRates> rates, CallLog log) {
    this.checks = checks;
    this.people = people;
    this.rates = rates;
    this.log = log;
  }

  /** Answers a caller whose token has the scope of the operation. */
  @FunctionalInterface
  public interface Handler {
    Response answer(ApiRequest request);
  }

  public Route route(Operation operation, Handler handler) {
    var guard =
        new BearerGuard(
            (request, token, from) -> Optional.of(answer(operation, handler, request, token)),
            (request, from) -> Optional.of(refuseWithoutToken(request)));
    return guard.waiting(operation.method(), Operation.BASE + operation.path(), operation.bodies());
  }

  private Refusal refuseWithoutToken(Request request) {
    log.refused(Optional.empty(), CallRefusal.NO_TOKEN, request.moment());
    return NO_TOKEN;
  }

  private Response answer(
      Operation operation, Handler handler, Request request, BearerHeader.Presented presented) {
    RequestMoment now = request.moment();
    Optional<LiveToken> live = presented.token().flatMap(token -> checks.look(token, now.at()));
    if (live.isEmpty()) {
      log.refused(Optional.empty(), CallRefusal.INVALID_TOKEN, now);
      return invalid("The access token is not valid.").json();
    }
    TokenKey token = presented.token().get();
    return refuse(operation, request, live.get())
        .map(Refusal::json)
        .or(() ->
            authorized(operation, request, token, live.get())
                .map(allowed -> {
                  log.admitted(live.get(), operation.needs(), now);
                  return allowed
                      .request()
                      .moment()
                      .during(() -> answer(operation, handler, allowed));
                }))
        .orElseGet(() -> invalid("The access token is not valid.").json());
  }

  private static Response answer(Operation operation, Handler handler, ApiRequest request) {
    List<ApiError> errors = ApiQuery.unusable(request.request().query(), operation.parameters());
    return errors.isEmpty() ? handler.answer(request) : ApiAnswer.flawed(400, errors);
  }

  private Optional<Refusal> refuse(Operation operation, Request request, LiveToken live) {
    RequestMoment now = request.moment();
    if (!live.isAllowedFrom(now.address())) {
      log.addressNotAllowed(live, now);
      return Optional.of(
          invalid("The access token cannot be used from the address " + now.address() + "."));
    }
    if (live.root() instanceof TokenRoot.Child || !live.isFor(request.path())) {
      log.refused(Optional.of(live.client()), CallRefusal.INVALID_TOKEN, now);
      return Optional.of(
          invalid(
              "The access token was issued for other calls. Use one that was issued"
                  + " without a resource and not for another service."));
    }
    Optional<Refusal> tooFast = rates.get().refuse(live);
    if (tooFast.isPresent()) {
      log.refused(Optional.of(live.client()), CallRefusal.TOO_MANY, now);
      return tooFast;
    }
    Scopes missing = operation.needs().without(live.scope());
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    log.refused(Optional.of(live.client()), CallRefusal.MISSING_SCOPE, now);
    return Optional.of(lacking(missing.joined(Scopes.Separator.SPACE)));
  }

  private static Refusal invalid(String description) {
    return new Refusal(401, "invalid_token", description)
        .with("WWW-Authenticate", CHALLENGE + ", error=\"invalid_token\"");
  }

  private static Refusal lacking(String names) {
    return new Refusal(403, "insufficient_scope", "This call needs the scope " + names + ".")
        .with(
            "WWW-Authenticate",
            CHALLENGE + ", error=\"insufficient_scope\", scope=\"" + names + "\"");
  }

  /** Empty if the person has been deleted since the token was checked. */
  private Optional<ApiRequest> authorized(
      Operation operation, Request request, TokenKey token, LiveToken live) {
    return switch (live.subject()) {
      case Id.User user ->
          people
              .find(user)
              .map(person -> {
                Request sent =
                    request.in(new PresentedToken.OfPerson(token.hash(), user, person.version()));
                return new ApiRequest(
                    operation, sent, new Actor.Person(person.user(), sent.moment()), live);
              });
      case Id.VirtualAdministrator administrator -> {
        Request sent = request.in(new PresentedToken.OfOrganization(token.hash(), administrator));
        var reach = new Reach(live.organization(), live.team());
        yield Optional.of(
            new ApiRequest(
                operation, sent, new Actor.Machine(administrator, reach, sent.moment()), live));
      }
    };
  }
}
