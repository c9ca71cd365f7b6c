package dev.latchkey.load;

import java.nio.channels.SelectionKey;

/** Is called when a socket is ready. The implementation handles the errors of the socket itself. */
@FunctionalInterface
interface SocketHandler {
  void onReady(SelectionKey key);
}
