package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * When a request arrived, from where, and in which session if its person has signed in: what every
 * move needs to judge a deadline and rights, to count a failure, and to leave its trace.
 */
public record RequestMoment(
        Instant at, String address, Network network, Optional<SignedIn> signedIn) {
    public RequestMoment(Instant at, String address, Network network) {
        this(at, address, network, Optional.empty());
    }

    /** Of what is no request: its address stands for itself. */
    public RequestMoment(Instant at, String address) {
        this(at, address, new Network(address));
    }

    public RequestMoment in(SignedIn session) {
        return new RequestMoment(at, address, network, Optional.of(session));
    }
}
