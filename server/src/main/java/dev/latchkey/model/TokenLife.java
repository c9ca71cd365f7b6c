package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * How long a token lives: personal ones until a deadline, organization ones until somebody ends
 * them (contract 3). Where an administrator has put another in its place with an overlap, an
 * organization token has a deadline as well.
 */
public sealed interface TokenLife {
    static TokenLife ending(Optional<Instant> end) {
        return end.<TokenLife>map(Until::new).orElse(new UntilRevoked());
    }

    record Until(Instant deadline) implements TokenLife {}

    record UntilRevoked() implements TokenLife {}
}
