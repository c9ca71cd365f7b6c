package dev.latchkey.bench.siege;

import dev.latchkey.load.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;

/**
 * A process of attackers, because each process may open only so many files. It prints one line when
 * all have been opened as far as the server lets them, and one when its input ends, which ends it.
 */
public final class SiegeProcess {
    /** Then one figure for each kind: how many are open, of how many. */
    public static final String STANDS = "The siege stands: ";

    public static final String ENDS = "The siege ends: ";

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration LONGEST_OPENING = Duration.ofSeconds(15);
    private static final int MOST_PENDING = 256;
    private static final int SELECT_MILLIS = 50;
    private static final long TICK_NANOS = 1_000_000_000;
    private static final int READ_BYTES = 65_536;

    /** Each address has fewer connections than a server may allow one address. */
    private static final int SOURCES = 16;

    private static final int NETWORK = 3;

    private final Selector selector;
    private final List<Attacker> attackers = new ArrayList<>();
    private final Queue<Attacker> closed = new ArrayDeque<>();
    private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);
    private final long start = System.nanoTime();
    private long nextTick = TICK_NANOS;
    private volatile boolean isOver;

    private SiegeProcess(Selector selector) {
        this.selector = selector;
    }

    /** A port of this machine, and then pairs: an {@link Attack} and how many connections. */
    public static void main(String[] arguments) throws IOException {
        try (Selector selector = Selector.open()) {
            var siege = new SiegeProcess(selector);
            var target =
                    new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
            for (int i = 1; i + 1 < arguments.length; i += 2) {
                siege.add(Attack.valueOf(arguments[i]), Integer.parseInt(arguments[i + 1]), target);
            }
            Thread.ofPlatform().daemon().start(siege::endWithInput);
            siege.run();
        }
    }

    private void add(Attack attack, int count, InetSocketAddress target) {
        byte[] bytes = attack.bytes(target.getPort());
        ByteBuffer shared = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        List<InetAddress> sources = Loopback.addresses(NETWORK, SOURCES);
        for (int i = 0; i < count; i++) {
            attackers.add(new Attacker(attack, shared, sources.get(i % SOURCES), target));
        }
    }

    private void run() throws IOException {
        closed.addAll(attackers);
        boolean stands = false;
        while (!isOver && elapsed() < LONGEST.toNanos()) {
            if (!closed.isEmpty()) {
                open();
            }
            selector.select(this::receive, SELECT_MILLIS);
            if (elapsed() > nextTick) {
                nextTick += TICK_NANOS;
                tick();
            }
            if (!stands && (hasOpened() || elapsed() > LONGEST_OPENING.toNanos())) {
                stands = true;
                System.out.println(STANDS + census());
            }
        }
        System.out.println(ENDS + census());
        attackers.forEach(Attacker::close);
    }

    private void open() {
        long pending = attackers.stream().filter(Attacker::isPending).count();
        while (pending < MOST_PENDING && !closed.isEmpty()) {
            Attacker next = closed.remove();
            if (next.mayOpen()) {
                next.open(selector);
                pending++;
            }
        }
    }

    private boolean hasOpened() {
        return closed.isEmpty() && attackers.stream().noneMatch(Attacker::isPending);
    }

    private void receive(SelectionKey key) {
        var attacker = (Attacker) key.attachment();
        attacker.ready(key, read);
        if (attacker.mayOpen()) {
            closed.add(attacker);
        }
    }

    private void tick() {
        for (Attacker attacker : attackers) {
            if (attacker.attack().isSlow()) {
                attacker.tick();
            }
        }
    }

    private String census() {
        var parts = new ArrayList<String>();
        for (Attack attack : Attack.values()) {
            List<Attacker> those =
                    attackers.stream().filter(each -> each.attack() == attack).toList();
            if (!those.isEmpty()) {
                parts.add(
                        String.format(
                                Locale.ROOT,
                                "%s %,d of %,d",
                                attack.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                those.stream().filter(Attacker::isOpen).count(),
                                those.size()));
            }
        }
        return String.join(", ", parts);
    }

    private void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // Only the end of the input says anything.
            }
        } catch (IOException gone) {
            // The benchmark has ended.
        }
        isOver = true;
        selector.wakeup();
    }

    private long elapsed() {
        return System.nanoTime() - start;
    }
}
