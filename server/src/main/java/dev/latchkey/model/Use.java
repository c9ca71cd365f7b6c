package dev.latchkey.model;

/** A token or a client secret was presented and found good. */
public sealed interface Use {
    Occasion occasion();

    /** A call of the open interface was let through; the scopes it needed were used. */
    record Call(LiveToken token, Scopes needed, Occasion occasion) implements Use {}

    /** Somebody was told that a token lives: no call here, but perhaps one elsewhere. */
    record Inspection(LiveToken token, Occasion occasion) implements Use {}

    /** A credential proved itself with its secret. */
    record Proof(Id.Client client, SecretHash secret, Occasion occasion) implements Use {}
}
