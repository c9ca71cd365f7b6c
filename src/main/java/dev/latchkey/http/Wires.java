package dev.latchkey.http;

import dev.latchkey.model.Waits;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All connections of a listener: puts a {@link Wire} under each, and cuts those whose client keeps
 * us waiting for too long.
 */
final class Wires implements ServerConnectionSelector, AutoCloseable {
    private static final Duration ROUND = Duration.ofMillis(500);

    private final Waits waits;
    private final ServerConnectionSelector library;
    private final Set<Wire> open = ConcurrentHashMap.newKeySet();
    private final Thread watch;

    Wires(Http1Config.Builder http, Waits waits) {
        this.waits = waits;
        Http1Config config = http.addReceiveListener(new HeadsAreWhole()).build();
        this.library = Http1ConnectionSelector.builder().config(config).build();
        this.watch = Thread.ofPlatform().daemon().name("slow-clients").start(this::watch);
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        var wire = new Wire(context, waits);
        open.add(wire);
        return library.connection(wire);
    }

    @Override
    public int bytesToIdentifyConnection() {
        return library.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return library.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return library.supportedApplicationProtocols();
    }

    @Override
    public void close() {
        watch.interrupt();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(ROUND);
                open.removeIf(wire -> !wire.serverSocket().isConnected());
                open.stream().filter(wire -> wire.patience().isOver()).forEach(Wire::cut);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class HeadsAreWhole implements Http1ConnectionListener {
        @Override
        public void headers(ConnectionContext context, Headers headers) {
            ((Wire) context).patience().headIsWhole();
        }
    }
}
