package dev.latchkey.model;

import java.time.Instant;

/**
 * How long a token lives: personal ones until a deadline, organization ones until somebody ends
 * them (contract 3).
 */
public sealed interface TokenLife {
    record Until(Instant deadline) implements TokenLife {}

    record UntilRevoked() implements TokenLife {}
}
