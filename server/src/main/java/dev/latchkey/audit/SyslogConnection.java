package dev.latchkey.audit;

import dev.latchkey.edge.outside.InsideTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Sends messages to a syslog server. A TCP connection stays open for later messages. */
final class SyslogConnection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 5_000;

  /**
   * How long a server that has closed the connection has to say so after a batch. Syslog confirms
   * nothing, so this is the only sign that a batch may be lost.
   */
  private static final int REFUSAL_MILLIS = 200;

  private final SyslogServer server;
  private @Nullable Socket socket;

  SyslogConnection(SyslogServer server) {
    this.server = server;
  }

  /** Sends all messages. After an exception it is unknown which of them have arrived. */
  void send(List<byte[]> messages) throws IOException {
    switch (server.transport()) {
      case TCP, TLS -> sendInStream(messages);
      case UDP -> sendDatagrams(messages);
    }
  }

  private void sendInStream(List<byte[]> messages) throws IOException {
    var batch = new ByteArrayOutputStream();
    for (byte[] message : messages) {
      batch.write((message.length + " ").getBytes(StandardCharsets.US_ASCII));
      batch.write(message);
    }
    try {
      Socket open = connected();
      open.getOutputStream().write(batch.toByteArray());
      refuseIfClosed(open);
    } catch (IOException broken) {
      close();
      throw broken;
    }
  }

  private Socket connected() throws IOException {
    Socket open = socket;
    if (open == null) {
      open = new Socket();
      socket = open;
      open.connect(new InetSocketAddress(server.host(), server.port()), CONNECT_MILLIS);
      if (server.transport() == SyslogServer.Transport.TLS) {
        open = encrypted(open);
        socket = open;
      }
      open.setSoTimeout(REFUSAL_MILLIS);
    }
    return open;
  }

  /** The certificate must name the host (RFC 5425 5.2). */
  private SSLSocket encrypted(Socket open) throws IOException {
    open.setSoTimeout(CONNECT_MILLIS);
    SSLSocketFactory sockets = InsideTls.trusting(server.certificate());
    var encrypted = (SSLSocket) sockets.createSocket(open, server.host(), server.port(), true);
    SSLParameters parameters = encrypted.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    encrypted.setSSLParameters(parameters);
    encrypted.startHandshake();
    return encrypted;
  }

  private static void refuseIfClosed(Socket open) throws IOException {
    try {
      if (open.getInputStream().read() < 0) {
        throw new IOException("the syslog server has closed the connection");
      }
    } catch (SocketTimeoutException stillOpen) {
      // The usual case: a syslog server never sends anything.
    }
  }

  private void sendDatagrams(List<byte[]> messages) throws IOException {
    try (var datagrams = new DatagramSocket()) {
      var address = new InetSocketAddress(server.host(), server.port());
      for (byte[] message : messages) {
        datagrams.send(new DatagramPacket(message, message.length, address));
      }
    }
  }

  @Override
  public void close() {
    Socket closing = socket;
    socket = null;
    try {
      if (closing != null) {
        closing.close();
      }
    } catch (IOException alreadyBroken) {
      // Nothing is left to close.
    }
  }
}
