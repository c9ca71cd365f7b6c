package dev.latchkey.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** For programs that cannot pick a port themselves. */
public final class FreePort {
    private FreePort() {}

    public static int pick() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException refused) {
            throw new HostFault("no port is free", refused);
        }
    }
}
