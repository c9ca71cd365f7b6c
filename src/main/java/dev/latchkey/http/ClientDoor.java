package dev.latchkey.http;

import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Use;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where a credential proves itself before anything is done in its name; every endpoint refuses it
 * in the same words.
 */
public final class ClientDoor {
    private final BiFunction<ClientClaim, Occasion, Authentication> judge;
    private final Consumer<Use> uses;

    public ClientDoor(BiFunction<ClientClaim, Occasion, Authentication> judge, Consumer<Use> uses) {
        this.judge = judge;
        this.uses = uses;
    }

    public Response proven(
            ClientIdentity.Claimed client,
            Occasion now,
            Function<Credential.Personal, Response> step) {
        return switch (judge.apply(client.claim(), now)) {
            case Authentication.Failed why -> ClientIdentity.refuse(why, client.byBasic()).json();
            case Authentication.Throttled throttled ->
                    Refusal.tooManyAttempts(throttled.retryAfter()).json();
            case Authentication.Proven proven -> {
                uses.accept(new Use.Proof(proven.credential().clientId(), proven.by(), now));
                yield step.apply(proven.credential());
            }
        };
    }

    /** For a refresh no proof is needed, but one that is sent must be right (decision 2.1). */
    public Response notDisproven(
            ClientIdentity.Claimed client, Occasion now, Supplier<Response> step) {
        return switch (client.claim()) {
            case ClientClaim.Named named -> step.get();
            case ClientClaim.Proving proving -> proven(client, now, credential -> step.get());
        };
    }
}
