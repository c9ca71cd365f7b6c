package dev.latchkey.http;

import dev.latchkey.model.Authentication;
import dev.latchkey.model.ClientClaim;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.Source;
import dev.latchkey.model.Use;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where a credential proves itself before anything is done in its name; every endpoint refuses it
 * in the same words.
 */
public final class ClientDoor {
    private final Judge judge;
    private final Consumer<Use> uses;

    /** Whether a caller is the credential it names; empty if memory was asked and cannot tell. */
    @FunctionalInterface
    public interface Judge {
        Optional<Authentication> judge(ClientClaim claim, Occasion now, Source from);
    }

    public ClientDoor(Judge judge, Consumer<Use> uses) {
        this.judge = judge;
        this.uses = uses;
    }

    public Response proven(
            ClientIdentity.Claimed client,
            Occasion now,
            Function<Credential.Personal, Response> step) {
        return proven(client, now, Source.STORE, step.andThen(Optional::of)).orElseThrow();
    }

    /** Empty, and without any effect, if memory was asked and cannot tell, or if the step is. */
    public Optional<Response> proven(
            ClientIdentity.Claimed client,
            Occasion now,
            Source from,
            Function<Credential.Personal, Optional<Response>> step) {
        Optional<Authentication> judged = judge.judge(client.claim(), now, from);
        if (judged.isEmpty()) {
            return Optional.empty();
        }
        return switch (judged.get()) {
            case Authentication.Failed why ->
                    Optional.of(ClientIdentity.refuse(why, client.byBasic()).json());
            case Authentication.Throttled throttled ->
                    Optional.of(Refusal.tooManyAttempts(throttled.retryAfter()).json());
            case Authentication.Proven proven -> {
                Optional<Response> response = step.apply(proven.credential());
                if (response.isPresent()) {
                    uses.accept(new Use.Proof(proven.credential().clientId(), proven.by(), now));
                }
                yield response;
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
