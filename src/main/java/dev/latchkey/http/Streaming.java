package dev.latchkey.http;

import io.helidon.http.DateTime;
import io.helidon.http.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Writes an answer as it comes. Not through the library's stream: that one holds the head back
 * until there is a body, and has lengths of its own for answers without one.
 */
final class Streaming {
    private static final int BUFFER = 32_768;
    private static final byte[] LINE_END = {'\r', '\n'};

    private final Wire wire;
    private final OptionalLong length;
    private final boolean hasBody;

    /** What goes out with the next write: the head waits here for a body that is already there. */
    private final ByteArrayOutputStream next = new ByteArrayOutputStream(1_024);

    private Streaming(Wire wire, OptionalLong length, boolean hasBody) {
        this.wire = wire;
        this.length = length;
        this.hasBody = hasBody;
    }

    /** Closes the source in any case; what could not be sent whole ends in an exception. */
    static void send(Wire wire, boolean isHead, Response response, Content.Streamed content)
            throws IOException {
        boolean hasBody = !isHead && response.status() != 204 && response.status() != 304;
        var streaming = new Streaming(wire, content.length(), hasBody);
        try (InputStream source = content.source()) {
            streaming.head(response);
            if (hasBody) {
                streaming.body(source);
            }
            streaming.flush();
        }
    }

    private void head(Response response) {
        Status status = Status.create(response.status());
        line("HTTP/1.1 " + status.code() + " " + status.reasonPhrase());
        if (!response.has("Date")) {
            next.writeBytes("Date: ".getBytes(StandardCharsets.US_ASCII));
            next.writeBytes(DateTime.http1Bytes());
        }
        for (Header header : response.headers()) {
            line(header.name() + ": " + header.value());
        }
        if (length.isPresent() && response.status() != 204) {
            line("Content-Length: " + length.getAsLong());
        } else if (hasBody) {
            line("Transfer-Encoding: chunked");
        }
        line("");
    }

    private void body(InputStream source) throws IOException {
        var buffer = new byte[Math.clamp(length.orElse(BUFFER), 1, BUFFER)];
        long sent = 0;
        if (source.available() == 0) {
            flush();
        }
        for (int n = source.read(buffer); n >= 0; n = source.read(buffer)) {
            if (length.isPresent()) {
                next.write(buffer, 0, n);
            } else {
                line(Integer.toHexString(n));
                next.write(buffer, 0, n);
                next.writeBytes(LINE_END);
            }
            sent += n;
            flush();
        }
        if (length.isEmpty()) {
            line("0");
            line("");
        } else if (sent != length.getAsLong()) {
            throw new IOException("the answer is shorter than it said");
        }
    }

    private void line(String text) {
        next.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        next.writeBytes(LINE_END);
    }

    private void flush() {
        if (next.size() > 0) {
            wire.write(next.toByteArray());
            next.reset();
        }
    }
}
