package dev.latchkey.model;

import java.util.Optional;

/** Which credential a caller says it is, and what it offers as proof. */
public sealed interface ClientClaim {
    Id.Client client();

    /** No secret at all: enough for a refresh (contract 4.3), for nothing else. */
    record Named(Id.Client client) implements ClientClaim {}

    /** A secret was sent; empty if it does not even have the form of one. */
    record Proving(Id.Client client, Optional<Secret.Client> secret) implements ClientClaim {}
}
