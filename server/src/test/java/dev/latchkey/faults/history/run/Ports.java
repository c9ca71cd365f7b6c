package dev.latchkey.faults.history.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;

/**
 * Free ports that stay free while the process that uses them is down: the system gives ports from
 * 32768 on to outgoing connections.
 */
final class Ports {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    private static final SplittableRandom DICE = new SplittableRandom();

    private Ports() {}

    static synchronized int pick() {
        while (true) {
            int port = DICE.nextInt(FIRST, END);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Another one, then.
            }
        }
    }
}
