package dev.latchkey.edge.http;

import java.util.OptionalLong;

/**
 * The head of a request as it arrived. Nothing is decoded, and the body is not included.
 *
 * @param length of the body: 0 if there is none, empty if the body is sent in chunks
 */
public record Incoming(
    String method,
    String path,
    String query,
    Headers headers,
    Peer peer,
    OptionalLong length,
    Correlation correlation) {

  /** A request that has just arrived. */
  public Incoming(
      String method, String path, String query, Headers headers, Peer peer, OptionalLong length) {
    this(method, path, query, headers, peer, length, Correlation.NONE);
  }

  Incoming with(Correlation found) {
    return new Incoming(method, path, query, headers, peer, length, found);
  }

  /**
   * The other end of the connection.
   *
   * @param address of the socket: an IP address, or {@link #UNIX_SOCKET}
   * @param port on which this server received the request
   * @param isTls whether the connection itself is encrypted
   */
  public record Peer(String address, int port, boolean isTls) {
    public static final String UNIX_SOCKET = "unix";
  }

  public boolean hasBody() {
    return length.isEmpty() || length.getAsLong() > 0;
  }

  boolean isHead() {
    return method.equals("HEAD");
  }
}
