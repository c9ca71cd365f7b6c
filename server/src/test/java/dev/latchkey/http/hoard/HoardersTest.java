package dev.latchkey.http.hoard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Certificate;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.Program;
import dev.latchkey.harness.Upstream;
import dev.latchkey.http.Json;
import dev.latchkey.http.hoard.Victim.Held;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many clients of every kind of {@link Hoard} at once, against the program with the smallest heap
 * that is supported. The process lives, what clients hold stays within the limit by the server's
 * own account and by the count of objects on its heap, others are served, and everything is
 * released afterwards.
 */
@SuppressWarnings("NullAway.Init") // Each test starts its own.
class HoardersTest {
    private static final int HEAP_MEGABYTES = 192;

    /** A quarter of the heap. */
    private static final long LIMIT = HEAP_MEGABYTES / 4 * 1_048_576L;

    /** What the loops may read before they close something, and objects that are being released. */
    private static final long MARGIN = 16 * 1_048_576L;

    private static final String HONEST = "127.0.0.99";

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Upstream upstream = Upstream.that(this::serve);
    private final Certificate certificate = Certificate.make();
    private final Queue<Attacker> attackers = new ConcurrentLinkedQueue<>();
    private Program program;
    private Victim victim;
    private Watch watch;
    private HonestClient honest;

    private record Attacker(Hoard kind, Held connection) {}

    @BeforeEach
    void start() throws IOException {
        Path data = Latchkey.temporaryDirectory();
        Path config = data.resolve("latchkey.yaml");
        int port = freePort();
        int metrics = freePort();
        Files.writeString(config, configuration(data, metrics));
        program =
                Program.withOptions(
                        List.of("-Xmx" + HEAP_MEGABYTES + "m"),
                        "demo",
                        "--config",
                        config.toString(),
                        "--data",
                        data.toString(),
                        "--port",
                        String.valueOf(port));
        Path written = data.resolve("demo.json");
        Poll.until(() -> Files.exists(written) || !program.isRunning(), "the demo");
        String token =
                Json.parse(Files.readString(written))
                        .orElseThrow()
                        .get("organization_token")
                        .asString();
        victim =
                new Victim(
                        port,
                        data.resolve("latchkey.sock"),
                        certificate.trusted(),
                        token,
                        new LinkedBlockingDeque<>());
        watch = new Watch(metrics);
        honest = new HonestClient(victim, HONEST);
    }

    private String configuration(Path data, int metrics) {
        certificate.writeCertificate(data.resolve("cert.pem"));
        certificate.writeKey(data.resolve("key.pem"));
        return """
                tls: {certificate: %1$s/cert.pem, key: %1$s/key.pem}
                unix_socket: %1$s/latchkey.sock
                metrics_port: %2$d
                upstreams:
                  service: {addresses: ["%3$s"], connections: 64}
                routes:
                  - {methods: [GET], path: /**, scopes: [read:issue:info], upstream: service}
                  - {methods: [POST], path: /**, scopes: [write:issue:info], upstream: service}
                """
                .formatted(data, metrics, upstream.address());
    }

    @AfterEach
    void stop() throws IOException {
        isOver.set(true);
        victim.closeAll();
        program.close();
        upstream.close();
    }

    private void serve(Upstream.Call call) throws IOException {
        if (call.head().contains("/endless ")) {
            call.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 40) + "\r\n\r\n");
            while (!isOver.get()) {
                call.out().write(new byte[65_536]);
            }
        } else if (call.head().contains("/tunnel ")) {
            call.answer(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            + "Connection: Upgrade\r\n\r\n");
            call.in().transferTo(call.out());
        } else {
            call.body();
            call.answerOk("ok");
        }
    }

    @Test
    void all_kinds_at_once_are_survived() throws IOException {
        attack(4_711, Duration.ofSeconds(20));
    }

    @Test
    @Tag("long")
    void ten_minutes_of_random_mixes_are_survived() throws IOException {
        long seed = Long.getLong("long.seed", new Random().nextLong());
        System.out.println("hoarders: -Dlong.seed=" + seed);
        attack(seed, Duration.ofMinutes(10));
    }

    private void attack(long seed, Duration time) throws IOException {
        honest.isServed();
        long before = program.liveBytes();
        long end = System.nanoTime() + time.toNanos();

        var answers = new AtomicInteger();
        var requests = new AtomicInteger();
        long most = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < 8; thread++) {
                var random = new Random(seed + thread);
                threads.submit(() -> openUntil(end, random));
            }
            threads.submit(() -> goOnUntil(end));
            while (System.nanoTime() - end < 0) {
                requests.incrementAndGet();
                answers.addAndGet(honest.isServed() ? 1 : 0);
                most = Math.max(most, watch.held());
                assertThat(program.isRunning()).as("the process lives: " + program.err()).isTrue();
            }
        }
        long whileHeld = program.liveBytes();
        System.out.printf(
                "hoarders: held at most %d MB, on the heap %d MB more than before; %s of %s requests of others answered%n", most >> 20, whileHeld - before >> 20, answers, requests);

        assertThat(most).as("by the account").isBetween(LIMIT / 4, LIMIT + MARGIN);
        assertThat(whileHeld - before).as("on the heap").isLessThan(LIMIT + MARGIN);
        assertThat((double) answers.get() / requests.get())
                .as("%s of %s requests of others", answers, requests)
                .isGreaterThanOrEqualTo(0.95);

        victim.closeAll();
        long released = System.nanoTime();
        Poll.until(() -> watch.held() < LIMIT / 50, "everything is released");
        assertThat(System.nanoTime() - released).isLessThan(TimeUnit.SECONDS.toNanos(5));
        assertThat(program.liveBytes() - before).as("afterwards").isLessThan(MARGIN);
    }

    private void openUntil(long end, Random random) {
        Hoard[] kinds = Hoard.values();
        while (System.nanoTime() - end < 0) {
            Hoard kind = kinds[random.nextInt(kinds.length)];
            try {
                String from = "127.0.0." + (2 + random.nextInt(6));
                attackers.add(new Attacker(kind, kind.open(victim, from)));
            } catch (IOException refused) {
                // The server has closed it, which is what it is for.
            }
        }
    }

    private void goOnUntil(long end) {
        while (System.nanoTime() - end < 0) {
            for (Attacker one : attackers) {
                try {
                    one.kind().goOn(victim, one.connection());
                } catch (IOException closed) {
                    attackers.remove(one);
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
