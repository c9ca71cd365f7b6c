package dev.latchkey.load;

import dev.latchkey.host.HostFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Many connections that stay open and ask only when {@link #askAll} is called. Few of them ask at a
 * time, so that what they hold is seen and not what a crowd needs.
 */
public final class HeldConnections implements AutoCloseable {
    private static final int AT_A_TIME = 64;
    private static final int SELECT_MILLIS = 100;

    private final Target target;
    private final Selector selector;
    private final List<Held> all = new ArrayList<>();
    private int underWay;
    private int answered;

    /**
     * What the connections ask, and where from.
     *
     * @param sources the addresses of this machine to connect from, by turns
     */
    public record Target(Address address, byte[] request, List<InetAddress> sources) {}

    private HeldConnections(Target target, int count) throws IOException {
        this.target = target;
        this.selector = Selector.open();
        for (int i = 0; i < count; i++) {
            all.add(new Held(target.sources().get(i % target.sources().size())));
        }
    }

    /** None is open until all are asked for the first time. */
    public static HeldConnections of(Target target, int count) {
        try {
            return new HeldConnections(target, count);
        } catch (IOException refused) {
            throw new HostFault("cannot hold connections", refused);
        }
    }

    /** Asks once on each connection; gives how many were answered by 200 before the time is up. */
    public int askAll(Duration limit) {
        long start = System.nanoTime();
        Queue<Held> waiting = new ArrayDeque<>(all);
        answered = 0;
        underWay = 0;
        try {
            while (System.nanoTime() - start < limit.toNanos()
                    && (!waiting.isEmpty() || underWay > 0)) {
                while (underWay < AT_A_TIME && !waiting.isEmpty()) {
                    waiting.remove().ask();
                }
                selector.select(HeldConnections::receive, SELECT_MILLIS);
            }
            return answered;
        } catch (IOException broken) {
            throw new HostFault("the connections could not be held", broken);
        }
    }

    /** How many the server has not closed. */
    public int open() {
        try {
            selector.selectNow(HeldConnections::receive);
        } catch (IOException broken) {
            throw new HostFault("the connections could not be held", broken);
        }
        return (int) all.stream().filter(held -> held.channel != null).count();
    }

    private static void receive(SelectionKey ready) {
        ((Ready) ready.attachment()).ready(ready);
    }

    @Override
    public void close() {
        all.forEach(Held::close);
        try {
            selector.close();
        } catch (IOException broken) {
            throw new HostFault("the connections could not be closed", broken);
        }
    }

    /** A reader of answers takes 8 KiB, so there is one only while an answer is due. */
    private final class Held implements Ready {
        private final InetAddress source;
        private @Nullable SocketChannel channel;
        private @Nullable AnswerReader answers;
        private boolean wasOpened;

        private Held(InetAddress source) {
            this.source = source;
        }

        /** A connection that the server has closed is not opened again. */
        private void ask() {
            if (channel == null && wasOpened) {
                return;
            }
            underWay++;
            answers = new AnswerReader();
            try {
                if (channel == null) {
                    open();
                } else {
                    send();
                }
            } catch (IOException broken) {
                close();
            }
        }

        private void open() throws IOException {
            wasOpened = true;
            SocketChannel opened = SocketChannel.open();
            channel = opened;
            opened.bind(new InetSocketAddress(source, 0));
            opened.configureBlocking(false);
            var address = new InetSocketAddress(target.address().ip(), target.address().port());
            boolean isOpen = opened.connect(address);
            opened.register(
                    selector, isOpen ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
            if (isOpen) {
                send();
            }
        }

        private void send() throws IOException {
            SocketChannel to = channel;
            var bytes = ByteBuffer.wrap(target.request());
            while (to != null && bytes.hasRemaining()) {
                to.write(bytes);
            }
        }

        @Override
        public void ready(SelectionKey key) {
            SocketChannel from = channel;
            AnswerReader reader = answers;
            try {
                if (from != null && key.isConnectable()) {
                    if (from.finishConnect()) {
                        key.interestOps(SelectionKey.OP_READ);
                        send();
                    }
                } else if (from != null && reader != null) {
                    reader.read(from).ifPresent(this::take);
                } else {
                    close();
                }
            } catch (IOException broken) {
                close();
            }
        }

        private void take(Answer answer) {
            underWay--;
            answers = null;
            if (answer.status() == 200) {
                answered++;
            }
        }

        private void close() {
            if (answers != null) {
                underWay--;
                answers = null;
            }
            try {
                if (channel != null) {
                    channel.close();
                }
            } catch (IOException broken) {
                // It is closed all the same.
            }
            channel = null;
        }
    }
}
