package dev.latchkey.harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** One connection on which a test sends bytes and reads answer after answer. */
public final class RawConnection implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** An answer whose length is said in its head. */
    public record Reply(String head, String body) {
        public int status() {
            return Integer.parseInt(head.substring(9, 12));
        }

        public Optional<String> header(String name) {
            return head.lines()
                    .filter(line ->
                            line.toLowerCase(Locale.ROOT)
                                    .startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    public static RawConnection to(int port) {
        return from("127.0.0.1", port);
    }

    /** From one of this machine's own addresses. */
    public static RawConnection from(String address, int port) {
        return open(address, port, 65_536);
    }

    /** Of a client that has hardly any room for what it does not read. */
    public static RawConnection withLittleRoom(int port) {
        return open("127.0.0.1", port, 4_096);
    }

    private static RawConnection open(String address, int port, int receiveBuffer) {
        try {
            var socket = new Socket();
            socket.setReceiveBufferSize(receiveBuffer);
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout(Math.toIntExact(Http.PATIENCE.toMillis()));
            return new RawConnection(socket);
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    public RawConnection send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return this;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** Sends what a server that closes the connection need not take. */
    public void trySend(String text) {
        try {
            send(text);
        } catch (UncheckedIOException closed) {
            // The test asks what became of the connection.
        }
    }

    /** The next answer; fails if the connection ends before it is whole. */
    public Reply answer() {
        try {
            String head = head();
            int length =
                    new Reply(head, "").header("Content-Length").map(Integer::parseInt).orElse(0);
            byte[] body = in.readNBytes(length);
            if (body.length < length) {
                throw new IOException("the body of the answer is not whole");
            }
            return new Reply(head, new String(body, StandardCharsets.ISO_8859_1));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** The head of the next answer, with the empty line. */
    public String head() throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            int sign = in.read();
            if (sign < 0) {
                throw new IOException("the connection ended here: " + head);
            }
            head.append((char) sign);
        }
        return head.toString();
    }

    /** Waits for the end of the connection; what comes before it, nothing if it was broken off. */
    public String rest() {
        var rest = new ByteArrayOutputStream();
        try {
            in.transferTo(rest);
        } catch (SocketTimeoutException stillOpen) {
            throw new AssertionError("still open", stillOpen);
        } catch (IOException brokenOff) {
            // An end as well.
        }
        return rest.toString(StandardCharsets.ISO_8859_1);
    }

    /**
     * Whether the connection ends with a reset, so that what came cannot be taken for the whole.
     */
    public boolean isBrokenOff() {
        try {
            in.transferTo(OutputStream.nullOutputStream());
            return false;
        } catch (SocketException reset) {
            return true;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
