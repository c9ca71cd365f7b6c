package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.ClientIdentity;
import dev.latchkey.edge.http.ListedPeers;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.ClientClaim;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.token.LookupSource;
import dev.latchkey.model.token.Use;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Decides which callers of {@code /oauth2/check} are gateways and so receive the signed assertion
 * (rule 4.3): those at a listed address, and those that authenticate as a credential with the
 * option Gateway.
 */
public record KnownGateways(
    Supplier<ListedPeers> listed, ClientGuard.Judge judge, Consumer<Use> uses) {
  /**
   * The credential of the gateway, as HTTP Basic. It has its own header, because {@code
   * Authorization} contains the token that is checked.
   */
  private static final String HEADER = "Latchkey-Gateway";

  private static final Refusal WRONG_CREDENTIAL =
      new Refusal(
          403,
          "invalid_client",
          "Latchkey-Gateway must be sent once, as HTTP Basic with the id and a secret of"
              + " a credential.");
  private static final Refusal NOT_A_GATEWAY =
      new Refusal(
          403,
          "unauthorized_client",
          "The credential in Latchkey-Gateway needs the option Gateway, and a super"
              + " administrator as its owner.");

  /** Who asks about a call. */
  public sealed interface Asking {
    /** An unknown caller, which learns no more than introspection would tell it. */
    record Stranger() implements Asking {}

    /**
     * A known gateway. {@code proof} is counted as a use of its credential after the question was
     * answered.
     */
    record Gateway(Optional<Use> proof) implements Asking {}

    /** A caller that tried to authenticate as a gateway and failed. */
    record Refused(Refusal refusal) implements Asking {}
  }

  /** Returns empty if only memory was asked and cannot decide. */
  Optional<Asking> asking(Request request, LookupSource from) {
    List<String> sent = request.headers().all(HEADER);
    if (sent.isEmpty()) {
      return Optional.of(
          listed.get().hasPeer(request.peer().address())
              ? new Asking.Gateway(Optional.empty())
              : new Asking.Stranger());
    }
    // Failed attempts are counted by the address of the connection. The address that a proxy
    // reports is that of the proxy's own caller, not of the caller who may be guessing secrets
    // here.
    var now = new RequestMoment(request.moment().at(), request.peer().address());
    Optional<ClientClaim> claim = ClientIdentity.basic(sent);
    return claim.isEmpty()
        ? Optional.of(new Asking.Refused(WRONG_CREDENTIAL))
        : judge.judge(claim.get(), now, from).map(judged -> asking(judged, now));
  }

  private static Asking asking(Authentication judged, RequestMoment now) {
    return switch (judged) {
      case Authentication.Failed _ -> new Asking.Refused(WRONG_CREDENTIAL);
      case Authentication.Throttled throttled ->
          new Asking.Refused(Refusal.tooManyAttempts(throttled.retryAfter()));
      case Authentication.Proven proven -> {
        Credential.Personal credential = proven.credential();
        yield credential.options().contains(Credential.Option.GATEWAY)
            ? new Asking.Gateway(
                Optional.of(new Use.Proof(credential.clientId(), proven.by(), now)))
            : new Asking.Refused(NOT_A_GATEWAY);
      }
    };
  }

  /** Counts the use of the gateway's credential. */
  void answered(Asking.Gateway gateway) {
    gateway.proof().ifPresent(uses);
  }
}
