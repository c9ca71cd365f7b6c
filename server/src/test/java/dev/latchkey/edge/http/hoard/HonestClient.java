package dev.latchkey.edge.http.hoard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** A client that opens a connection, asks what its token is, and wants the answer in time. */
record HonestClient(Victim victim, String address) {
  private static final int PATIENCE_MILLIS = 5_000;

  boolean isServed() {
    try (Socket tcp = new Socket()) {
      tcp.setSoTimeout(PATIENCE_MILLIS);
      tcp.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
      tcp.connect(
          new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), victim.port()),
          PATIENCE_MILLIS);
      try (var socket =
          (SSLSocket)
              victim
                  .trust()
                  .getSocketFactory()
                  .createSocket(tcp, "localhost", victim.port(), true)) {
        socket.getOutputStream().write(request().getBytes(StandardCharsets.US_ASCII));
        var answer =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        return String.valueOf(answer.readLine()).equals("HTTP/1.1 200 OK");
      }
    } catch (IOException late) {
      return false;
    }
  }

  private String request() {
    return "GET /oauth2/introspect HTTP/1.1\r\nHost: "
        + victim.host()
        + "\r\nAuthorization: Bearer "
        + victim.token()
        + "\r\n\r\n";
  }
}
