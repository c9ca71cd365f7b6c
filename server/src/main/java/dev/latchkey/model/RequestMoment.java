package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * When a request arrived, from which address, and by what it is allowed if its caller has
 * authenticated: a session or a token. Every write needs this: to check deadlines and rights, to
 * count failures, and to write the audit log.
 */
public record RequestMoment(
        Instant at,
        String address,
        Network network,
        Optional<Authority> authority,
        String requestId) {
    private static final String COMMAND_LINE = "command line";

    public RequestMoment(Instant at, String address, Network network) {
        this(at, address, network, Optional.empty(), "");
    }

    /**
     * The moment of an act that is not a network request. Its address is not an IP address, so it
     * is used as the network as well.
     */
    public RequestMoment(Instant at, String address) {
        this(at, address, new Network(address));
    }

    /**
     * The moment of a command that an operator runs on the server. The operator is not a person of
     * the store, so the entries of the audit log have no actor but this address.
     */
    public static RequestMoment ofCommand(Instant at) {
        return new RequestMoment(at, COMMAND_LINE);
    }

    public boolean isOfCommand() {
        return address.equals(COMMAND_LINE);
    }

    public RequestMoment in(Authority caller) {
        return new RequestMoment(at, address, network, Optional.of(caller), requestId);
    }

    /** The moment of a request with this id. It is empty if requests have none. */
    public RequestMoment identified(String id) {
        return new RequestMoment(at, address, network, authority, id);
    }
}
