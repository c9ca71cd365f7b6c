package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;

/** Addresses of the loopback network: on Linux every one of 127.0.0.0/8 can be connected from. */
public final class Loopback {
    private Loopback() {}

    /** So many addresses, which no other {@code network} has. */
    public static List<InetAddress> addresses(int network, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> address(network, i)).toList();
    }

    private static InetAddress address(int network, int host) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, (byte) network, (byte) host});
        } catch (UnknownHostException impossible) {
            throw new HostFault("no such address", impossible);
        }
    }
}
