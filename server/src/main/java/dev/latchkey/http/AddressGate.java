package dev.latchkey.http;

import dev.latchkey.model.Network;
import dev.latchkey.model.Rate;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Where requests from one address are slowed down, whatever they ask for and before anything is
 * looked up for them.
 */
public final class AddressGate {
    private static final int IPV6_NETWORK_BYTES = 8;

    private final Optional<RateLimit> limit;

    public AddressGate(Optional<Rate> rate, InstantSource clock) {
        this.limit = rate.map(known -> new RateLimit("address", known, clock));
    }

    public void sweep() {
        limit.ifPresent(RateLimit::sweep);
    }

    Optional<Refusal> refuse(String address) {
        return limit.flatMap(rate -> rate.take(network(address)));
    }

    /**
     * Of IPv6 the first 64 bits: whoever has one of such addresses has them all. What is no
     * address, such as a Unix socket, stands for itself.
     */
    public static Network network(String address) {
        try {
            byte[] bytes = InetAddress.ofLiteral(address).getAddress();
            int length = Math.min(bytes.length, IPV6_NETWORK_BYTES);
            return new Network(HexFormat.of().formatHex(bytes, 0, length));
        } catch (IllegalArgumentException notAnAddress) {
            return new Network(address);
        }
    }
}
