package dev.latchkey.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Http;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Store;
import dev.latchkey.model.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Security row 120: nobody holds a connection by being slow. Each test ends when it is cut. */
class SlowClientsTest {
    private static Latchkey latchkey;

    @BeforeAll
    static void start() {
        var strict = new Waits(1, 1, 1_000_000, 1);
        latchkey = Latchkey.start(Store.SQLITE, settings -> settings.with(to -> to.waits = strict));
    }

    @AfterAll
    static void stop() {
        latchkey.close();
    }

    @Test
    void a_client_that_says_nothing_is_cut() throws IOException {
        assertCut("");
    }

    @Test
    void a_head_that_does_not_end_is_cut_however_steadily_it_drips() throws IOException {
        try (Socket socket = socket()) {
            write(socket, "GET /oauth2/introspect HTTP/1.1\r\n");
            assertThat(isCutWhileDripping(socket, "X-Slow: 1\r\n")).isTrue();
        }
    }

    @Test
    void a_body_that_stands_still_is_cut() throws IOException {
        assertCut(
                "POST /oauth2/token HTTP/1.1\r\nHost: localhost:"
                        + latchkey.port()
                        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\ngrant_type=");
    }

    @Test
    void a_client_that_is_done_is_let_go_after_a_while() throws IOException {
        try (Socket socket = socket()) {
            write(
                    socket,
                    "GET /oauth2/introspect HTTP/1.1\r\nHost: localhost:"
                            + latchkey.port()
                            + "\r\n\r\n");
            String all = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            assertThat(all).startsWith("HTTP/1.1 401").containsOnlyOnce("HTTP/1.1");
        }
    }

    @Test
    void others_are_served_while_many_are_slow() throws IOException {
        var slow = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 500; i++) {
                Socket socket = socket();
                slow.add(socket);
                write(socket, "GET /oauth2/introspect HTTP/1.1\r\nX-Slow: ");
            }
            assertThat(Http.here().get(latchkey.url() + "/oauth2/introspect").status())
                    .isEqualTo(401);
            for (Socket socket : slow) {
                assertThat(isCut(socket)).isTrue();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static void assertCut(String said) throws IOException {
        try (Socket socket = socket()) {
            write(socket, said);
            assertThat(isCut(socket)).isTrue();
        }
    }

    /** Reads to the end: what may come before it is a refusal. */
    private static boolean isCut(Socket socket) throws IOException {
        try {
            InputStream in = socket.getInputStream();
            String last = new String(in.readAllBytes(), ISO_8859_1);
            return last.isEmpty() || last.startsWith("HTTP/1.1 4");
        } catch (SocketException reset) {
            return true;
        }
    }

    /** Each drop comes well before a wait for the next byte alone would be over. */
    private static boolean isCutWhileDripping(Socket socket, String drop) throws IOException {
        socket.setSoTimeout(200);
        while (true) {
            try {
                write(socket, drop);
                return socket.getInputStream().read() < 0;
            } catch (SocketTimeoutException stillOpen) {
                // The next drop.
            } catch (SocketException reset) {
                return true;
            }
        }
    }

    private static Socket socket() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), latchkey.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }
}
