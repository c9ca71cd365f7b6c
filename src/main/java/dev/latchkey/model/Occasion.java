package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * When a request arrived, from where, and in which session if its person has signed in: what every
 * move needs to judge a deadline and rights, and to leave its trace.
 */
public record Occasion(Instant at, String address, Optional<SignedIn> signedIn) {
    public Occasion(Instant at, String address) {
        this(at, address, Optional.empty());
    }

    public Occasion in(SignedIn session) {
        return new Occasion(at, address, Optional.of(session));
    }
}
