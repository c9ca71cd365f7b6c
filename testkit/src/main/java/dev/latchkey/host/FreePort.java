package dev.latchkey.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Picks a free port, for programs that cannot pick one themselves. */
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
