package dev.latchkey.edge.http.hoard;

import dev.latchkey.harness.wire.RawHttp2;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Deque;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * The server that is attacked: its TLS port, its Unix socket for plain HTTP, and a token for calls
 * to the service behind its gateway. {@code connections} are all that attackers have opened.
 */
record Victim(
    int port, Path unixSocket, SSLContext trust, String token, Deque<Closeable> connections) {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int LITTLE_ROOM = 4_096;
  private static final int MOST_CONNECTIONS = 4_000;

  /** An open connection of an attacker. */
  interface Held {
    void send(byte[] bytes) throws IOException;

    default Held sends(String text) throws IOException {
      send(text.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    }
  }

  /** The oldest connections are closed, because each needs a file descriptor of this process. */
  private void opened(Closeable connection) throws IOException {
    connections.add(connection);
    if (connections.size() > MOST_CONNECTIONS) {
      connections.remove().close();
    }
  }

  void closeAll() {
    for (Closeable one : connections) {
      try {
        one.close();
      } catch (IOException broken) {
        // The server has reset it.
      }
    }
  }

  String host() {
    return "localhost:" + port;
  }

  /** The headers of a request that waits for its body, and of one that has none. */
  byte[] post() {
    return RawHttp2.block(
        ":method", "POST",
        ":scheme", "https",
        ":authority", host(),
        ":path", "/oauth2/token",
        "content-type", "application/x-www-form-urlencoded");
  }

  /** A call to the service behind the gateway, whose body follows. */
  byte[] call(String path) {
    return RawHttp2.block(
        ":method",
        "POST",
        ":scheme",
        "https",
        ":authority",
        host(),
        ":path",
        "/openapi/v2" + path,
        "authorization",
        "Bearer " + token);
  }

  byte[] get() {
    return RawHttp2.block(
        ":method", "GET", ":scheme", "https", ":authority", host(), ":path", "/sign-in");
  }

  Held plain() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    opened(channel);
    channel.connect(UnixDomainSocketAddress.of(unixSocket));
    channel.configureBlocking(false);
    return bytes -> {
      // What the server does not read now is lost, which is no concern of an attacker.
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining() && channel.write(left) > 0) {
        // The rest follows at once if there is room.
      }
    };
  }

  Held raw(String address) throws IOException {
    return held(connect(address));
  }

  private Socket connect(String address) throws IOException {
    var socket = new Socket();
    opened(socket);
    socket.setReceiveBufferSize(LITTLE_ROOM);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
    socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
    return socket;
  }

  private static Held held(Socket socket) {
    return bytes -> socket.getOutputStream().write(bytes);
  }

  /** A connection after the handshake. Nothing is ever read from it. */
  Held tls(String address, String protocol) throws IOException {
    return held(secure(address, protocol));
  }

  /** The same, and then bytes below TLS. */
  Held tlsAndThen(String address, String text, byte[] raw) throws IOException {
    Socket socket = connect(address);
    var secure = (SSLSocket) trust.getSocketFactory().createSocket(socket, "localhost", port, true);
    secure.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().write(raw);
    return held(socket);
  }

  SSLSocket secure(String address, String protocol) throws IOException {
    var socket =
        (SSLSocket)
            trust.getSocketFactory().createSocket(connect(address), "localhost", port, true);
    var parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** The first message of a handshake. */
  byte[] hello(String version) throws SSLException {
    SSLEngine engine = trust.createSSLEngine("localhost", port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(new String[] {version});
    var message = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), message);
    var bytes = new byte[message.position()];
    message.flip().get(bytes);
    return bytes;
  }
}
