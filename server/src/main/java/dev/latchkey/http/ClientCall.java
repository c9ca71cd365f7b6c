package dev.latchkey.http;

import dev.latchkey.model.Credential;
import dev.latchkey.model.LookupSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a client asks for, read before it has proven itself: until then it can only be refused. */
public sealed interface ClientCall {
    record Unusable(Refusal refusal) implements ClientCall {}

    /** The step is for the credential that has proven itself. */
    record Proving(ClientIdentity.Claimed client, Step step) implements ClientCall {}

    /** No proof is needed, but one that is sent must be right (decision 2.1). */
    record NotDisproving(ClientIdentity.Claimed client, Supplier<Response> step)
            implements ClientCall {}

    @FunctionalInterface
    interface Step {
        /** Empty, and without any effect, if memory was asked and cannot tell. */
        Optional<Response> answer(Credential.Personal credential, LookupSource from);
    }

    /** A step that needs the store. */
    static ClientCall proving(
            ClientIdentity.Claimed client, Function<Credential.Personal, Response> step) {
        return new Proving(client, (credential, from) -> Optional.of(step.apply(credential)));
    }
}
