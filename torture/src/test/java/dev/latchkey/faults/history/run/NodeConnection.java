package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Span;
import dev.latchkey.load.Answer;
import dev.latchkey.load.AnswerReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/** The persistent connection of one caller to one node. It is opened again if it is lost. */
final class NodeConnection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 5_000;

  private final Node node;
  private Optional<Open> open = Optional.empty();
  private int opened;

  private record Open(Socket socket, ReadableByteChannel in, AnswerReader answers) {}

  NodeConnection(Node node) {
    this.node = node;
  }

  Reply ask(byte[] request) {
    long begin = System.nanoTime();
    Open connection;
    try {
      connection = connect();
    } catch (IOException refused) {
      node.avoid();
      return Reply.unsent(node, since(begin));
    }
    try {
      connection.socket().getOutputStream().write(request);
      Optional<Answer> answer = Optional.empty();
      while (answer.isEmpty()) {
        answer = connection.answers().read(connection.in());
      }
      if (answer.get().all("Connection").contains("close")) {
        close();
      }
      return new Reply(node, since(begin), answer, "");
    } catch (IOException lost) {
      close();
      node.avoid();
      return new Reply(node, since(begin), Optional.empty(), lost.getClass().getSimpleName());
    }
  }

  private static Span since(long begin) {
    return new Span(begin, System.nanoTime());
  }

  private Open connect() throws IOException {
    if (open.isPresent() && opened == node.starts()) {
      return open.get();
    }
    close();
    int starts = node.starts();
    var socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.connect(
          new InetSocketAddress(node.address().ip(), node.address().port()), CONNECT_MILLIS);
    } catch (IOException refused) {
      socket.close();
      throw refused;
    }
    var connection =
        new Open(socket, Channels.newChannel(socket.getInputStream()), new AnswerReader());
    open = Optional.of(connection);
    opened = starts;
    return connection;
  }

  @Override
  public void close() {
    try {
      if (open.isPresent()) {
        open.get().socket().close();
      }
    } catch (IOException alreadyLost) {
      // The next request opens a new connection.
    }
    open = Optional.empty();
  }
}
