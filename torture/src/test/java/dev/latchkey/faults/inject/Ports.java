package dev.latchkey.faults.inject;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;

/**
 * Chooses ports that remain free while the process that uses them is down. They are below 32768,
 * because the system uses higher ports for outgoing connections.
 */
public final class Ports {
  private static final int FIRST = 20_000;
  private static final int END = 32_000;

  private static final SplittableRandom RANDOM = new SplittableRandom();

  private Ports() {}

  public static synchronized int pick() {
    while (true) {
      int port = RANDOM.nextInt(FIRST, END);
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // Tries another port.
      }
    }
  }
}
