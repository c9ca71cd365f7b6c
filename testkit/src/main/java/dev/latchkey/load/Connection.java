package dev.latchkey.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/**
 * A keep-alive connection that blocks until each answer has arrived. It is for requests before and
 * after a measurement.
 */
public final class Connection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 60_000;

  private final Socket socket;
  private final ReadableByteChannel in;
  private final AnswerReader answers = new AnswerReader();

  private Connection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = Channels.newChannel(socket.getInputStream());
  }

  public static Connection open(Address address) throws IOException {
    var socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(ANSWER_MILLIS);
    socket.connect(new InetSocketAddress(address.ip(), address.port()), CONNECT_MILLIS);
    return new Connection(socket);
  }

  public Answer ask(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    while (true) {
      Optional<Answer> answer = answers.read(in);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
