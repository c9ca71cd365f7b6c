package dev.latchkey.cli;

import dev.latchkey.Wiring;
import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.Settings;
import dev.latchkey.http.Route;
import dev.latchkey.http.Server;
import dev.latchkey.page.Door;
import dev.latchkey.storage.DirectoryLock;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;

/** A running server: what serve and demo have in common. */
final class Listening implements AutoCloseable {
    private final DirectoryLock lock;
    private final Wiring wiring;
    private final Server server;

    private Listening(DirectoryLock lock, Wiring wiring, Server server) {
        this.lock = lock;
        this.wiring = wiring;
        this.server = server;
    }

    static Listening start(
            Settings settings, PrintStream log, BiFunction<Wiring, Door, List<Route>> more) {
        ProgramLog.to(log);
        DirectoryLock lock =
                settings.database().isPresent()
                        ? DirectoryLock.none()
                        : DirectoryLock.take(settings.data());
        Wiring wiring = Wiring.real(settings, log);
        try {
            return new Listening(lock, wiring, wiring.serve(door -> more.apply(wiring, door)));
        } catch (UncheckedIOException | IllegalStateException taken) {
            wiring.close();
            lock.close();
            throw new ConfigFault(
                    "cannot listen on "
                            + settings.listen()
                            + ":"
                            + settings.port()
                            + ": the port is in use or not allowed (try --port 0)",
                    taken);
        }
    }

    Wiring wiring() {
        return wiring;
    }

    int port() {
        return server.port();
    }

    String baseUrl() {
        return wiring.settings().baseUrl().orElse("http://localhost:" + port());
    }

    /** Until the process is told to stop; what is under way is finished first. */
    void untilStopped(Runnable last) {
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform()
                                .unstarted(() -> {
                                    close();
                                    last.run();
                                    stopped.countDown();
                                }));
        try {
            stopped.await();
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.close();
        wiring.close();
        lock.close();
    }
}
