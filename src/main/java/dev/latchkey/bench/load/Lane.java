package dev.latchkey.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** A connection, its caller, and the request that is under way on it. */
final class Lane implements AutoCloseable {
    private final Caller caller;
    private final Selector selector;
    private SocketChannel channel;
    private AnswerReader answers = new AnswerReader();
    private long due;

    private Lane(Caller caller, Selector selector) throws IOException {
        this.caller = caller;
        this.selector = selector;
        this.channel = SocketChannel.open();
        connect();
    }

    static Lane open(Caller caller, Selector selector) throws IOException {
        return new Lane(caller, selector);
    }

    /** False once the caller has nothing left to ask. */
    boolean send(long dueNow) throws IOException {
        Optional<byte[]> request = caller.next();
        if (request.isEmpty()) {
            return false;
        }
        due = dueNow;
        var bytes = ByteBuffer.wrap(request.get());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        return true;
    }

    Optional<Answer> receive() throws IOException {
        return answers.read(channel);
    }

    boolean isRight(Answer answer) {
        return caller.isRight(answer);
    }

    long due() {
        return due;
    }

    /** After a fault, or because the server said that it closes. */
    void reopen() throws IOException {
        channel.close();
        channel = SocketChannel.open();
        answers = new AnswerReader();
        connect();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void connect() throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(new InetSocketAddress(caller.address().ip(), caller.address().port()));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
    }
}
