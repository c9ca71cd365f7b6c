package dev.latchkey.edge.http;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.ClientClaim;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.LookupSource;
import dev.latchkey.model.token.Use;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Authenticates a credential before anything is done in its name. Every endpoint refuses a failed
 * authentication in the same words.
 */
public final class ClientGuard {
  private final Judge judge;
  private final RateLimit unknownClients;
  private final Consumer<Use> uses;
  private final Notes notes;

  /**
   * Checks whether a caller is the credential that it names. Returns empty if only memory was asked
   * and cannot decide.
   */
  @FunctionalInterface
  public interface Judge {
    Optional<Authentication> judge(ClientClaim claim, RequestMoment now, LookupSource from);
  }

  /** Notes for the request log what a credential that has authenticated is answered. */
  @FunctionalInterface
  public interface Notes {
    Response noted(Request request, Credential credential, Response response);
  }

  /** {@code unknownClients} limits, for each network, claims of credentials that do not exist. */
  public ClientGuard(Judge judge, RateLimit unknownClients, Consumer<Use> uses, Notes notes) {
    this.judge = judge;
    this.unknownClients = unknownClients;
    this.uses = uses;
    this.notes = notes;
  }

  public Route route(String pattern, Function<Request, ClientCall> read, Body.Kind... bodies) {
    return Route.ofProgram(
        Access.General.CLIENT,
        "POST",
        pattern,
        request -> answer(request, read, LookupSource.STORE).orElseThrow(),
        bodies);
  }

  /** The same route, but memory is asked first. */
  public Route memoryFirst(
      String pattern, Function<Request, ClientCall> read, Body.Kind... bodies) {
    return route(pattern, read, bodies)
        .memoryFirst(request -> answer(request, read, LookupSource.MEMORY));
  }

  private Optional<Response> answer(
      Request request, Function<Request, ClientCall> read, LookupSource from) {
    return switch (read.apply(request)) {
      case ClientCall.Unusable unusable -> Optional.of(unusable.refusal().json());
      case ClientCall.Unauthenticated asked -> Optional.of(asked.step().get());
      case ClientCall.Authenticated asked -> proven(asked.client(), request, from, asked.step());
      case ClientCall.OptionallyAuthenticated asked ->
          switch (asked.client().claim()) {
            case ClientClaim.Named _ -> Optional.of(asked.step().get());
            case ClientClaim.Authenticated _ ->
                proven(
                    asked.client(),
                    request,
                    from,
                    (credential, where) -> Optional.of(asked.step().get()));
          };
    };
  }

  private Refusal refuse(
      Authentication.Failed why, ClientIdentity.Claimed client, RequestMoment now) {
    Refusal refusal = ClientIdentity.refuse(why, client.byBasic());
    return switch (why) {
      case CLIENT_UNKNOWN -> unknownClients.take(now.network()).orElse(refusal);
      case SECRET_MISSING, SECRET_WRONG -> refusal;
    };
  }

  private Optional<Response> proven(
      ClientIdentity.Claimed client, Request request, LookupSource from, ClientCall.Step step) {
    RequestMoment now = request.moment();
    Optional<Authentication> judged = judge.judge(client.claim(), now, from);
    if (judged.isEmpty()) {
      return Optional.empty();
    }
    return switch (judged.get()) {
      case Authentication.Failed why -> Optional.of(refuse(why, client, now).json());
      case Authentication.Throttled throttled ->
          Optional.of(Refusal.tooManyAttempts(throttled.retryAfter()).json());
      case Authentication.Proven proven -> {
        Optional<Response> response = step.answer(proven.credential(), from);
        if (response.isPresent()) {
          uses.accept(new Use.Proof(proven.credential().clientId(), proven.by(), now));
        }
        yield response.map(answer -> notes.noted(request, proven.credential(), answer));
      }
    };
  }
}
