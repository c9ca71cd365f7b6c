package dev.latchkey.model;

/** A token or a client secret was presented and found good. */
public sealed interface Use {
    RequestMoment moment();

    /** A call of the open interface was let through; the scopes it needed were used. */
    record Call(LiveToken token, Scopes needed, RequestMoment moment) implements Use {}

    /** Somebody was told that a token lives: no call here, but perhaps one elsewhere. */
    record Inspection(LiveToken token, RequestMoment moment) implements Use {}

    /** A credential proved itself with its secret. */
    record Proof(Id.Client client, SecretHash secret, RequestMoment moment) implements Use {}
}
