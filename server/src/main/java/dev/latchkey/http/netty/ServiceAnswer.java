package dev.latchkey.http.netty;

import dev.latchkey.http.Header;
import io.netty.handler.codec.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** The head of a service's answer, as the library has read it. */
record ServiceAnswer(HttpResponse head) {
    private static final int MOST_HEADERS = 500;

    int status() {
        return head.status().code();
    }

    /** Whether it may be passed on: the library takes more than a client should be sent. */
    boolean isSound() {
        if (head.protocolVersion().majorVersion() != 1 || head.headers().size() > MOST_HEADERS) {
            return false;
        }
        for (Map.Entry<String, String> header : head.headers()) {
            if (header.getKey().isEmpty() || !Ascii.isText(header.getValue())) {
                return false;
            }
        }
        return true;
    }

    List<Header> headers() {
        var headers = new ArrayList<Header>(head.headers().size());
        for (Map.Entry<String, String> header : head.headers()) {
            headers.add(new Header(header.getKey(), header.getValue()));
        }
        return headers;
    }

    boolean mayHaveBody() {
        return status() != 204 && status() != 304;
    }

    /** Of the body; empty if it is not said. */
    OptionalLong length() {
        String said = head.headers().get("Content-Length");
        return said == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(said));
    }

    /** Whether another request may follow on the connection. */
    boolean isKeptAlive() {
        boolean saysClose =
                head.headers().getAll("Connection").stream()
                        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
        boolean ends =
                head.headers().contains("Content-Length")
                        || head.headers().contains("Transfer-Encoding")
                        || !mayHaveBody();
        return head.protocolVersion().minorVersion() == 1 && !saysClose && ends;
    }
}
