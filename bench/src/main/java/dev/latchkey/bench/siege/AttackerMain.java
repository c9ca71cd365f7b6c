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
 * The main class of a process of attackers. They run in processes of their own, because the number
 * of open files of a process is limited. The process prints one line when it has opened all
 * connections that the server accepts. When its standard input ends, it prints a second line and
 * ends.
 */
public final class AttackerMain {
  /**
   * The beginning of the first line. The rest says for each attack how many connections are open,
   * of how many.
   */
  public static final String OPENED_LINE = "All connections have been opened: ";

  public static final String END_LINE = "Connections at the end: ";

  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(15);
  private static final int MAX_PENDING = 256;
  private static final int SELECT_MILLIS = 50;
  private static final long TICK_NANOS = 1_000_000_000;
  private static final int READ_BYTES = 65_536;

  /**
   * The number of source addresses. With so many, each has fewer connections than a server may
   * allow for one address.
   */
  private static final int SOURCES = 16;

  private static final int NETWORK = 3;

  private final Selector selector;
  private final List<Attacker> attackers = new ArrayList<>();
  private final Queue<Attacker> closed = new ArrayDeque<>();
  private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);
  private final long start = System.nanoTime();
  private long nextTick = TICK_NANOS;
  private volatile boolean isOver;

  private AttackerMain(Selector selector) {
    this.selector = selector;
  }

  /**
   * The arguments are a port of this machine, and then pairs of an {@link Attack} and a number of
   * connections.
   */
  public static void main(String[] arguments) throws IOException {
    try (Selector selector = Selector.open()) {
      var siege = new AttackerMain(selector);
      var target =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
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
    boolean areOpened = false;
    while (!isOver && elapsed() < LONGEST.toNanos()) {
      if (!closed.isEmpty()) {
        open();
      }
      selector.select(this::receive, SELECT_MILLIS);
      if (elapsed() > nextTick) {
        nextTick += TICK_NANOS;
        sendSlowBytes();
      }
      if (!areOpened && (hasOpened() || elapsed() > LONGEST_OPENING.toNanos())) {
        areOpened = true;
        System.out.println(OPENED_LINE + countOpen());
      }
    }
    System.out.println(END_LINE + countOpen());
    attackers.forEach(Attacker::close);
  }

  private void open() {
    long pending = attackers.stream().filter(Attacker::isPending).count();
    while (pending < MAX_PENDING && !closed.isEmpty()) {
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

  private void sendSlowBytes() {
    for (Attacker attacker : attackers) {
      if (attacker.attack().isSlow()) {
        attacker.sendSlowByte();
      }
    }
  }

  private String countOpen() {
    var parts = new ArrayList<String>();
    for (Attack attack : Attack.values()) {
      List<Attacker> those = attackers.stream().filter(each -> each.attack() == attack).toList();
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
        // Only the end of the input matters.
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
