package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.BearerHeader;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.credential.Resource;
import dev.latchkey.model.credential.Resources;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.LookupSource;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.checks.TokenPeek;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides whether a call of the open interface may pass (contract 4.4). The checks run in the order
 * of rule 4.1, so that a caller without a valid token learns nothing about which calls exist.
 */
public final class Admission {
  private static final Refusal UNUSABLE_PATH =
      Refusal.invalidRequest(
          "This path could be read in more than one way. Send it in its plainest"
              + " spelling, without empty or dot segments and without"
              + " percent-encoded letters, digits, slashes or percent signs.");
  private static final Refusal NO_TOKEN =
      new Refusal(401, "unauthorized", "Send an access token as Authorization: Bearer <token>.");
  private static final Refusal INVALID_TOKEN =
      new Refusal(401, "invalid_token", "The access token is not valid.");
  private static final Refusal OTHER_RESOURCE =
      new Refusal(401, "invalid_token", "The access token was issued for another resource.");
  private static final String INVALID = ", error=\"invalid_token\"";
  private static final Refusal NO_SUCH_CALL =
      new Refusal(404, "not_found", "There is no such call in the open interface.");

  private final TokenChecks checks;
  private final Supplier<RouteTable> currentTable;
  private final Supplier<CallRates> rates;
  private final CallLog log;
  private final InstantSource clock;

  /**
   * {@code currentTable} gives the route table at the moment of a call. A call keeps the row that
   * it was matched with.
   */
  public Admission(
      TokenChecks checks,
      Supplier<RouteTable> currentTable,
      Supplier<CallRates> rates,
      CallLog log,
      InstantSource clock) {
    this.checks = checks;
    this.currentTable = currentTable;
    this.rates = rates;
    this.log = log;
    this.clock = clock;
  }

  /**
   * The call to be decided about: one that was sent to Latchkey, or one that another gateway has
   * received and asks about.
   */
  public record Call(String method, String path, String baseUrl, RequestMoment now) {
    public static Call of(Request request) {
      return new Call(request.method(), request.path(), request.baseUrl(), request.moment());
    }
  }

  /** The refusal of a call without a token. */
  Refusal refuse(Call call) {
    Optional<CanonicalPath> path = CanonicalPath.parse(call.path());
    if (path.isEmpty()) {
      count(call, Optional.empty(), CallRefusal.UNKNOWN_CALL);
      return UNUSABLE_PATH;
    }
    count(call, Optional.empty(), CallRefusal.NO_TOKEN);
    return challenged(call, NO_TOKEN, needed(call, path.get()));
  }

  /**
   * The scope that a token needs for this call, as a part of the challenge. So a client can request
   * a token that is sufficient and no wider. It tells a caller without a token which calls exist,
   * but the metadata names the same scopes to everyone.
   */
  private String needed(Call call, CanonicalPath path) {
    return switch (currentTable.get().find(call.method(), path)) {
      case RouteTable.Row row -> scope(row.route().needs());
      case RouteTable.NoSuchCall _ -> "";
      case RouteTable.OtherMethods _ -> "";
    };
  }

  private static String scope(Scopes scopes) {
    return ", scope=\"" + scopes.joined(Scopes.Separator.SPACE) + "\"";
  }

  private Refusal lacking(Call call, Scopes missing) {
    String names = missing.joined(Scopes.Separator.SPACE);
    return challenged(
        call,
        new Refusal(403, "insufficient_scope", "This call needs the scope " + names + "."),
        ", error=\"insufficient_scope\"" + scope(missing));
  }

  /**
   * Adds the challenge of RFC 6750 3, with the address of the metadata of the resource to which the
   * call belongs (RFC 9728 5.1).
   */
  private Refusal challenged(Call call, Refusal refusal, String details) {
    Resource resource =
        currentTable
            .get()
            .resources()
            .at(call.path())
            .map(Resources.Named::resource)
            .orElse(Resource.OPEN_INTERFACE);
    return refusal.with(
        "WWW-Authenticate",
        "Bearer resource_metadata=\"" + resource.metadataAddress(call.baseUrl()) + "\"" + details);
  }

  /**
   * Decides about a call with a token. Returns empty, and counts nothing, if only memory was asked
   * and cannot decide, or if the row of the call is not {@code ready}.
   */
  Optional<Judgement> judge(
      Call call, BearerHeader.Presented presented, LookupSource from, Ready ready) {
    Optional<CanonicalPath> path = CanonicalPath.parse(call.path());
    if (path.isEmpty()) {
      count(call, Optional.empty(), CallRefusal.UNKNOWN_CALL);
      return Optional.of(
          new Judgement.Refused(UNUSABLE_PATH, CallRefusal.UNKNOWN_CALL, Judgement.With.NONE));
    }
    Optional<TokenKey> token = presented.token();
    if (token.isEmpty()) {
      return Optional.of(invalidToken(call, path.get(), token));
    }
    return switch (checks.look(token.get(), call.now().at(), from)) {
      case TokenPeek.Unknown _ -> Optional.empty();
      case TokenPeek.Known known when known.token().isEmpty() ->
          Optional.of(invalidToken(call, path.get(), token));
      case TokenPeek.Known known -> {
        LiveToken caller = known.token().get();
        yield caller.isAllowedFrom(call.now().address())
            ? judge(call, path.get(), caller, ready)
            : refuseAddress(call, path.get(), caller, from);
      }
    };
  }

  /**
   * Refuses a call from outside the networks of its credential, before its rates are counted, so
   * that a thief of the token cannot use them up. The refusal is written to the audit log, so
   * memory alone cannot decide.
   */
  private Optional<Judgement> refuseAddress(
      Call call, CanonicalPath path, LiveToken caller, LookupSource from) {
    return switch (from) {
      case MEMORY -> Optional.empty();
      case STORE -> {
        log.addressNotAllowed(caller, call.now());
        Refusal refusal =
            new Refusal(
                401,
                "invalid_token",
                "The access token cannot be used from the address " + call.now().address() + ".");
        yield Optional.of(
            new Judgement.Refused(
                challenged(call, refusal, INVALID + needed(call, path)),
                CallRefusal.ADDRESS_NOT_ALLOWED,
                new Judgement.With.Live(caller)));
      }
    };
  }

  /**
   * Whether a call of this row can be answered from the source in which the token was looked up.
   */
  @FunctionalInterface
  public interface Ready {
    Ready ALWAYS = (caller, route) -> true;

    boolean isReady(LiveToken caller, OpenRoute route);
  }

  /**
   * Whether a call that was admitted earlier, such as a WebSocket, would be admitted at this moment
   * too. Nothing is counted.
   */
  boolean isStillAllowed(Call call, BearerHeader.Presented presented) {
    return CanonicalPath.parse(call.path())
        .flatMap(path ->
            presented
                .token()
                .flatMap(token -> checks.look(token, clock.instant()))
                .filter(caller -> caller.isFor(call.path()))
                .filter(caller -> caller.isAllowedFrom(call.now().address()))
                .map(caller ->
                    switch (currentTable.get().find(call.method(), path)) {
                      case RouteTable.Row row -> caller.scope().covers(row.route().needs());
                      case RouteTable.NoSuchCall _ -> false;
                      case RouteTable.OtherMethods _ -> false;
                    }))
        .orElse(false);
  }

  private Judgement invalidToken(Call call, CanonicalPath path, Optional<TokenKey> token) {
    count(call, Optional.empty(), CallRefusal.INVALID_TOKEN);
    return new Judgement.Refused(
        challenged(call, INVALID_TOKEN, INVALID + needed(call, path)),
        CallRefusal.INVALID_TOKEN,
        token.<Judgement.With>map(Judgement.With.Invalid::new).orElse(Judgement.With.NONE));
  }

  private Optional<Judgement> judge(Call call, CanonicalPath path, LiveToken caller, Ready ready) {
    if (!caller.isFor(call.path())) {
      Refusal refusal = challenged(call, OTHER_RESOURCE, INVALID + needed(call, path));
      return Optional.of(refused(call, caller, CallRefusal.INVALID_TOKEN, refusal));
    }
    RouteTable.Found found = currentTable.get().find(call.method(), path);
    if (found instanceof RouteTable.Row row && !ready.isReady(caller, row.route())) {
      return Optional.empty();
    }
    return Optional.of(judge(call, path, caller, found));
  }

  private Judgement judge(Call call, CanonicalPath path, LiveToken caller, RouteTable.Found found) {
    Optional<Refusal> tooFast = rates.get().refuse(caller);
    if (tooFast.isPresent()) {
      return refused(call, caller, CallRefusal.TOO_MANY, tooFast.get());
    }
    return switch (found) {
      case RouteTable.NoSuchCall _ -> refused(call, caller, CallRefusal.UNKNOWN_CALL, NO_SUCH_CALL);
      case RouteTable.OtherMethods others ->
          refused(call, caller, CallRefusal.UNKNOWN_CALL, Refusal.notAllowed(others.allowed()));
      case RouteTable.Row row -> judge(call, path, caller, row.route());
    };
  }

  private Judgement judge(Call call, CanonicalPath path, LiveToken caller, OpenRoute route) {
    Scopes missing = route.needs().without(caller.scope());
    if (!missing.isEmpty()) {
      return refused(call, caller, CallRefusal.MISSING_SCOPE, lacking(call, missing))
          .at(route, Optional.of(missing));
    }
    Optional<Refusal> tooFast = rates.get().refuse(caller, route);
    if (tooFast.isPresent()) {
      return refused(call, caller, CallRefusal.TOO_MANY, tooFast.get()).at(route, Optional.empty());
    }
    log.admitted(caller, route.needs(), call.now());
    return new Judgement.Admitted(caller, route, route.named(path));
  }

  private Judgement.Refused refused(Call call, LiveToken caller, CallRefusal why, Refusal refusal) {
    count(call, Optional.of(caller.client()), why);
    return new Judgement.Refused(refusal, why, new Judgement.With.Live(caller));
  }

  private void count(Call call, Optional<Id.Client> client, CallRefusal why) {
    log.refused(client, why, call.now());
  }
}
