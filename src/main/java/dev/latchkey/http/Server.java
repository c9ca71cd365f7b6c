package dev.latchkey.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
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

    private static final int HEADER_BYTES = 16_384;

    /**
     * Twice what a route reads, so that Bodies tells the caller; beyond it the library stops taking
     * chunks in.
     */
    private static final int MAX_PAYLOAD = 2 * Routes.BODY_BYTES;

    private static final int BACKLOG = 1_024;
    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WebServer server;

    private Server(WebServer server) {
        this.server = server;
    }

    public static Server start(String host, int port, Routes routes) {
        LIBRARY.setLevel(Level.OFF);
        // Routes judges the length of the request line itself, where it knows the path and so the
        // face of the refusal.
        Http1Config http =
                Http1Config.builder()
                        .maxPrologueLength(4 * Routes.REQUEST_LINE_BYTES)
                        .maxHeadersSize(HEADER_BYTES)
                        .sendKeepAliveHeader(false)
                        .build();
        var server =
                WebServer.builder()
                        .host(host)
                        .port(port)
                        .backlog(BACKLOG)
                        .maxPayloadSize(MAX_PAYLOAD)
                        .shutdownHook(false)
                        .protocolsDiscoverServices(false)
                        .featuresDiscoverServices(false)
                        .addProtocol(http)
                        .contentEncoding(
                                encoding -> encoding.contentEncodingsDiscoverServices(false))
                        .mediaContext(media ->
                                media.mediaSupportsDiscoverServices(false).registerDefaults(false))
                        .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                        .idleConnectionTimeout(IDLE)
                        .errorHandling(ErrorHandling.builder().includeEntity(true).build())
                        .directHandlers(direct(routes))
                        .shutdownGracePeriod(GRACE)
                        .routing(routing ->
                                routing.any(
                                        (request, response) -> serve(routes, request, response)))
                        .build();
        server.start();
        if (!server.isRunning() || server.port() <= 0) {
            throw new IllegalStateException("cannot listen on " + host + ":" + port);
        }
        return new Server(server);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private static void serve(Routes routes, ServerRequest request, ServerResponse response) {
        Response answer = routes.answer(incoming(request));
        // The library would read on after a body left unread, and take its rest for the next
        // request.
        boolean close =
                (request.content().hasEntity() && !request.content().consumed())
                        || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
        send(request, response, close ? answer.with("Connection", "close") : answer);
        if (close) {
            throw new CloseConnectionException("answered for good");
        }
    }

    private static void send(ServerRequest request, ServerResponse response, Response answer) {
        response.status(Status.create(answer.status()));
        for (Header header : answer.headers()) {
            response.headers().add(HeaderNames.create(header.name()), header.value());
        }
        if (request.prologue().method().text().equals("HEAD")) {
            response.header(HeaderNames.CONTENT_LENGTH, String.valueOf(answer.body().length));
            response.send();
        } else {
            response.send(answer.body());
        }
    }

    private static Incoming incoming(ServerRequest request) {
        var prologue = request.prologue();
        Headers headers =
                name -> {
                    var wanted = HeaderNames.create(name);
                    return request.headers().contains(wanted)
                            ? request.headers().get(wanted).allValues()
                            : List.of();
                };
        return new Incoming(
                prologue.method().text(),
                prologue.uriPath().rawPath(),
                prologue.query().rawValue(),
                headers,
                request.remotePeer().host(),
                request.localPeer().port(),
                request.content().hasEntity()
                        ? request.content().inputStream()
                        : InputStream.nullInputStream());
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
                    Response answer = routes.refuse(request.path(), refusal);
                    for (Header header : answer.headers()) {
                        headers.add(HeaderNames.create(header.name()), header.value());
                    }
                    return DirectHandler.TransportResponse.builder()
                            .status(Status.create(answer.status()))
                            .headers(headers)
                            .keepAlive(false)
                            .entity(answer.body())
                            .build();
                };
        var handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, handler);
        }
        return handlers.build();
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
