package dev.latchkey.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A kept-open connection, one request at a time. A client library would be measured along with the
 * server.
 */
final class Connection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 15_000;

    private final Socket socket;
    private final AnswerReader answers;

    private Connection(Socket socket, AnswerReader answers) {
        this.socket = socket;
        this.answers = answers;
    }

    static Connection open(Address address) throws IOException {
        var socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS);
        socket.connect(new InetSocketAddress(address.ip(), address.port()), CONNECT_MILLIS);
        return new Connection(socket, new AnswerReader(socket.getInputStream()));
    }

    Answer ask(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        return answers.read();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
