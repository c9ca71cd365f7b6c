package dev.latchkey.gateway;

import dev.latchkey.http.ClientGuard;
import dev.latchkey.http.ClientIdentity;
import dev.latchkey.http.ListedPeers;
import dev.latchkey.http.Refusal;
import dev.latchkey.http.Request;
import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Credential;
import dev.latchkey.model.LookupSource;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Use;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which callers of {@code /oauth2/check} are gateways, and receive the signed assertion (decision
 * 4.3): those at a listed address, and those that prove a credential with the option for it.
 */
public final class Gateways {
    /** HTTP Basic, in a header of its own: {@code Authorization} holds the token in question. */
    private static final String HEADER = "Latchkey-Gateway";

    private static final Refusal WRONG =
            new Refusal(
                    403,
                    "invalid_client",
                    "Latchkey-Gateway must be sent once, as HTTP Basic with the id and a secret of"
                            + " a credential.");
    private static final Refusal NO_GATEWAY =
            new Refusal(
                    403,
                    "unauthorized_client",
                    "The credential in Latchkey-Gateway needs the option Gateway, and a super"
                            + " administrator as its owner.");

    private final ListedPeers listed;
    private final ClientGuard.Judge judge;
    private final Consumer<Use> uses;

    public Gateways(ListedPeers listed, ClientGuard.Judge judge, Consumer<Use> uses) {
        this.listed = listed;
        this.judge = judge;
        this.uses = uses;
    }

    /** Who asks about a call. */
    public sealed interface Asking {
        /** Is told what introspection tells. */
        record Stranger() implements Asking {}

        /** {@code proof}: what counts as used once it has been answered. */
        record Gateway(Optional<Use> proof) implements Asking {}

        /** Meant to be a gateway. */
        record Refused(Refusal refusal) implements Asking {}
    }

    /** Empty if memory was asked and cannot tell. */
    Optional<Asking> asking(Request request, LookupSource from) {
        List<String> sent = request.headers().all(HEADER);
        if (sent.isEmpty()) {
            return Optional.of(
                    listed.hasPeer(request.peer().address())
                            ? new Asking.Gateway(Optional.empty())
                            : new Asking.Stranger());
        }
        // A proxy's word about its own callers says nothing about who guesses secrets here.
        var now = new RequestMoment(request.moment().at(), request.peer().address());
        Optional<ClientClaim> claim = ClientIdentity.basic(sent);
        return claim.isEmpty()
                ? Optional.of(new Asking.Refused(WRONG))
                : judge.judge(claim.get(), now, from).map(judged -> asking(judged, now));
    }

    private static Asking asking(Authentication judged, RequestMoment now) {
        return switch (judged) {
            case Authentication.Failed failed -> new Asking.Refused(WRONG);
            case Authentication.Throttled throttled ->
                    new Asking.Refused(Refusal.tooManyAttempts(throttled.retryAfter()));
            case Authentication.Proven proven -> {
                Credential.Personal credential = proven.credential();
                yield credential.options().contains(Credential.Option.GATEWAY)
                        ? new Asking.Gateway(
                                Optional.of(new Use.Proof(credential.clientId(), proven.by(), now)))
                        : new Asking.Refused(NO_GATEWAY);
            }
        };
    }

    void answered(Asking.Gateway gateway) {
        gateway.proof().ifPresent(uses);
    }
}
