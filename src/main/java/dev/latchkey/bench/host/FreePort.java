package dev.latchkey.bench.host;

import dev.latchkey.config.ConfigFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** For programs that cannot pick a port themselves. */
final class FreePort {
    private FreePort() {}

    static int pick() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException refused) {
            throw new ConfigFault("no port is free", refused);
        }
    }
}
