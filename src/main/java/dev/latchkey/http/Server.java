package dev.latchkey.http;

import dev.latchkey.model.Waits;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The only file that knows the HTTP library: one listener, one handler for everything, plain
 * blocking code.
 */
public final class Server implements AutoCloseable {
    /**
     * A held reference, or the setting would be collected with it. What the library says of a bad
     * request stands in the answer, what it says of a failed start in an exception.
     */
    private static final Logger LIBRARY = Logger.getLogger("io.helidon");

    private static final Map<String, HeaderName> OWN_NAMES = new ConcurrentHashMap<>();

    private static final int HEADER_BYTES = 16_384;

    private static final int BACKLOG = 1_024;

    private final WebServer server;
    private final Wires wires;

    private Server(WebServer server, Wires wires) {
        this.server = server;
        this.wires = wires;
    }

    public static Server start(String host, int port, Routes routes, Waits waits) {
        LIBRARY.setLevel(Level.OFF);
        // Routes judges the length of the request line itself, where it knows the path and so the
        // face of the refusal.
        var wires =
                new Wires(
                        Http1Config.builder()
                                .maxPrologueLength(4 * Routes.REQUEST_LINE_BYTES)
                                .maxHeadersSize(HEADER_BYTES)
                                .sendKeepAliveHeader(false),
                        waits);
        var server =
                WebServer.builder()
                        .host(host)
                        .port(port)
                        .backlog(BACKLOG)
                        .shutdownHook(false)
                        .protocolsDiscoverServices(false)
                        .featuresDiscoverServices(false)
                        .addConnectionSelector(wires)
                        .contentEncoding(encoding ->
                                encoding.contentEncodingsDiscoverServices(false)
                                        .addContentEncoding(new Untouched()))
                        .mediaContext(media ->
                                media.mediaSupportsDiscoverServices(false).registerDefaults(false))
                        .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                        .idleConnectionTimeout(waits.idle())
                        .errorHandling(ErrorHandling.builder().includeEntity(true).build())
                        .directHandlers(direct(routes))
                        .shutdownGracePeriod(waits.stop())
                        .routing(routing ->
                                routing.any(
                                        (request, response) -> serve(routes, request, response)))
                        .build();
        server.start();
        if (!server.isRunning() || server.port() <= 0) {
            throw new IllegalStateException("cannot listen on " + host + ":" + port);
        }
        return new Server(server, wires);
    }

    public int port() {
        return server.port();
    }

    /** Takes no more requests, and lets those under way end for as long as it waits at a stop. */
    @Override
    public void close() {
        server.stop();
        wires.close();
    }

    private static void serve(Routes routes, ServerRequest request, ServerResponse response) {
        Response answer = routes.answer(incoming(request));
        // The library would read on after a body left unread, and take its rest for the next
        // request.
        boolean close =
                (request.content().hasEntity() && !request.content().consumed())
                        || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
        Response last = close ? answer.with("Connection", "close") : answer;
        switch (answer.content()) {
            case Content.Whole whole -> send(request, response, last, whole.bytes());
            case Content.Streamed streamed -> stream(request, response, last, streamed);
        }
        Wire.of(request.remotePeer()).patience().answered();
        if (close) {
            throw new CloseConnectionException("answered for good");
        }
    }

    private static void send(
            ServerRequest request, ServerResponse response, Response answer, byte[] body) {
        response.status(Status.create(answer.status()));
        for (Header header : answer.headers()) {
            response.headers().add(known(header.name()), header.value());
        }
        if (isHead(request)) {
            response.header(HeaderNames.CONTENT_LENGTH, String.valueOf(body.length));
            response.send();
        } else {
            response.send(body);
        }
    }

    /** The library judges a name letter by letter each time; ours are few, and the same always. */
    private static HeaderName known(String name) {
        return OWN_NAMES.computeIfAbsent(name, HeaderNames::create);
    }

    private static void stream(
            ServerRequest request,
            ServerResponse response,
            Response answer,
            Content.Streamed content) {
        Wire wire = Wire.of(request.remotePeer());
        wire.unheard(response::send);
        try {
            Streaming.send(wire, isHead(request), answer, content);
        } catch (IOException broken) {
            throw new CloseConnectionException("broken off in the middle of an answer", broken);
        }
    }

    private static boolean isHead(ServerRequest request) {
        return request.prologue().method().text().equals("HEAD");
    }

    private static Incoming incoming(ServerRequest request) {
        var prologue = request.prologue();
        boolean hasBody = request.content().hasEntity();
        return new Incoming(
                prologue.method().text(),
                path(prologue),
                prologue.query().rawValue(),
                new Fields(request.headers()),
                request.remotePeer().host(),
                request.localPeer().port(),
                hasBody
                        ? new OnFirstRead(() -> request.content().inputStream())
                        : InputStream.nullInputStream(),
                hasBody ? request.headers().contentLength() : OptionalLong.of(0),
                Wire.of(request.remotePeer())::isClientGone);
    }

    /**
     * A request has no fragment (RFC 9112 3.2): what the library takes for one was sent as a path.
     */
    private static String path(HttpPrologue prologue) {
        String path = prologue.uriPath().rawPath();
        return prologue.fragment().hasValue() ? path + "#" + prologue.fragment().rawValue() : path;
    }

    private record Fields(io.helidon.http.Headers received) implements Headers {
        @Override
        public List<String> names() {
            return received.stream().map(header -> header.name()).toList();
        }

        @Override
        public List<String> all(String name) {
            HeaderName wanted = HeaderNames.create(name);
            return received.contains(wanted) ? received.get(wanted).allValues() : List.of();
        }
    }

    /**
     * Answers to what never became a request. The library's own message is not repeated: it may
     * quote the input.
     */
    private static DirectHandlers direct(Routes routes) {
        DirectHandler handler =
                (request, type, status, headers, message) -> {
                    Refusal refusal =
                            "Header size exceeded".equals(message)
                                    ? new Refusal(
                                            431,
                                            "invalid_request",
                                            "The headers are longer than 16 KiB.")
                                    : refusal(status.code());
                    Response answer =
                            routes.refuse(request.path(), new Fields(request.headers()), refusal);
                    for (Header header : answer.headers()) {
                        headers.add(HeaderNames.create(header.name()), header.value());
                    }
                    return DirectHandler.TransportResponse.builder()
                            .status(Status.create(answer.status()))
                            .headers(headers)
                            .keepAlive(false)
                            .entity(bytes(answer))
                            .build();
                };
        var handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, handler);
        }
        return handlers.build();
    }

    private static byte[] bytes(Response refusal) {
        return switch (refusal.content()) {
            case Content.Whole whole -> whole.bytes();
            case Content.Streamed streamed ->
                    throw new IllegalStateException("a refusal is never streamed");
        };
    }

    /**
     * Our own handler lets nothing through, so a failure inside the library is one of reading the
     * request: a 400 even where the library says 501 or 505 (decision 2.2).
     */
    private static Refusal refusal(int status) {
        return switch (status) {
            case 413 -> Bodies.TOO_LONG;
            case 414 ->
                    new Refusal(414, "invalid_request", "The request line is longer than 16 KiB.");
            default -> Refusal.invalidRequest("The request is not well-formed HTTP/1.1.");
        };
    }
}
