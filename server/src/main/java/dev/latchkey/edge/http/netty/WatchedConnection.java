package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Traffic.Cut;

/**
 * A client's connection, as seen by the loop that enforces its limits. It is used on the thread of
 * the loop only.
 */
interface WatchedConnection {
  /** Checks the timeouts. It is called twice a second. */
  void check(long now);

  ClientAccount account();

  /** Whether the server waits for the client: no request is being answered. */
  boolean waitsForClient();

  /** Closes the connection because of a limit, and counts it. */
  void cut(Cut why);

  /**
   * The server will stop soon. Everything is still answered, but the client is told to use another
   * connection for its next requests.
   */
  void drain();

  /** The server stops: requests that are being answered end, and no new one begins. */
  void stop();
}
