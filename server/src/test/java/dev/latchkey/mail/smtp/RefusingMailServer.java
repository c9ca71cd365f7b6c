package dev.latchkey.mail.smtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** A mail server that answers every recipient with the same refusal. */
final class RefusingMailServer implements AutoCloseable {
  private final ServerSocket listening;
  private final String refusal;
  private final CountDownLatch refused = new CountDownLatch(1);

  RefusingMailServer(String refusal) throws IOException {
    this.refusal = refusal;
    this.listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::serve);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Waits until the client has read the refusal and ended the connection. */
  void awaitRefusal() throws InterruptedException {
    refused.await();
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (Socket client = listening.accept()) {
        talk(client);
        refused.countDown();
      } catch (IOException ended) {
        if (!listening.isClosed()) {
          throw new UncheckedIOException(ended);
        }
      }
    }
  }

  private void talk(Socket client) throws IOException {
    var lines =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
    say(client, "220 here");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      say(client, line.startsWith("RCPT") ? refusal : "250 ok");
    }
  }

  private static void say(Socket client, String line) throws IOException {
    client.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
