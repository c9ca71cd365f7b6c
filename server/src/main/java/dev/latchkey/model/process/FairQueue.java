package dev.latchkey.model.process;

import dev.latchkey.model.Network;
import dev.latchkey.model.RequestMoment;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A fair queue of callers that wait for something of which there is little: a processor that hashes
 * passwords, or a connection to the database.
 *
 * <p>A caller waits behind one turn for each waiting caller of its own network, and for each other
 * network that waits for the same account. Therefore a network that sends many callers delays its
 * own callers. If many networks try one account, they delay the callers for this account. All
 * others are called about as soon as without the flood.
 *
 * <p>For example, network A sends three callers and then B sends one: A1, B1, A2, A3 are called in
 * this order.
 *
 * <p>One account has only some of the turns at the same time. Its acts may wait for each other, and
 * without this limit they could take every turn while they wait.
 *
 * <p>When all places are taken and a new caller comes, the last caller in this order loses its
 * place, which may be the new one. A caller that has no place, or has waited too long, is refused
 * with {@link TooBusy}.
 */
public final class FairQueue {
  private final int turns;
  private final int turnsOfAccount;
  private final int places;
  private final Duration timeout;
  private final Lock lock = new ReentrantLock();
  private final TreeSet<Place> waiting =
      new TreeSet<>(
          Comparator.<Place>comparingLong(place -> place.round)
              .thenComparingLong(place -> place.number));

  private final LatencyHistogram waits = new LatencyHistogram();
  private final LongAdder refused = new LongAdder();
  private long round;
  private long arrived;
  private int turnsUnderWay;
  private final Map<String, Integer> underWay = new HashMap<>();

  /**
   * @param turns how many callers have their turn at the same time
   * @param turnsOfAccount how many of them one account has at most
   * @param places how many callers may wait
   * @param timeout how long each of them may wait
   */
  public FairQueue(int turns, int turnsOfAccount, int places, Duration timeout) {
    this.turns = turns;
    this.turnsOfAccount = turnsOfAccount;
    this.places = places;
    this.timeout = timeout;
  }

  /**
   * A caller that waits. {@code account} is the one that it names, whether or not it exists, or the
   * one that it has.
   */
  public record Caller(Network network, String account) {
    /** The caller of a request. Without an account, the networks have none in common. */
    public static Caller of(RequestMoment now) {
      return new Caller(
          now.network(),
          now.authority()
              .map(authority -> authority.subject().value())
              .orElse(now.network().text()));
    }
  }

  private enum State {
    WAITING,
    CALLED,
    REFUSED
  }

  private static final class Place {
    private final Caller caller;

    /**
     * The round of the place. Places of an earlier round are called first, and those of one round
     * in the order of their arrival.
     */
    private final long round;

    private final long number;
    private final CountDownLatch decided = new CountDownLatch(1);
    private State state = State.WAITING;

    Place(Caller caller, long round, long number) {
      this.caller = caller;
      this.round = round;
      this.number = number;
    }

    void decide(State chosen) {
      state = chosen;
      decided.countDown();
    }
  }

  public <T> T inTurn(Caller caller, Supplier<T> act) {
    long start = System.nanoTime();
    Optional<Place> place = enter(caller);
    try {
      place.ifPresent(this::await);
    } finally {
      waits.recordSince(start);
    }
    try {
      return act.get();
    } finally {
      end(caller);
    }
  }

  /** How long callers waited, those that were refused included. */
  public LatencyHistogram waits() {
    return waits;
  }

  /** How many callers were refused. */
  public long refused() {
    return refused.sum();
  }

  /** How many callers wait now. */
  public int length() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** Takes a place in the queue. Empty if it is the caller's turn at once. */
  private Optional<Place> enter(Caller caller) {
    lock.lock();
    try {
      if (mayBegin(caller)) {
        begin(caller);
        return Optional.empty();
      }
      var place = new Place(caller, round + 1 + before(caller), arrived++);
      waiting.add(place);
      if (waiting.size() > places) {
        waiting.removeLast().decide(State.REFUSED);
      }
      return Optional.of(place);
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many turns the new caller must wait: the waiting callers of its network, and the other
   * networks that try its account.
   */
  private long before(Caller newcomer) {
    long ofNetwork =
        waiting.stream().filter(place -> place.caller.network().equals(newcomer.network())).count();
    long networksOfAccount =
        waiting.stream()
            .map(place -> place.caller)
            .filter(other -> other.account().equals(newcomer.account()))
            .map(Caller::network)
            .filter(network -> !network.equals(newcomer.network()))
            .distinct()
            .count();
    return ofNetwork + networksOfAccount;
  }

  private void await(Place place) {
    boolean interrupted = false;
    try {
      boolean _ = place.decided.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      interrupted = true;
    }
    boolean called = isCalled(place);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!called) {
      refused.increment();
      throw new TooBusy("a caller waited too long, or lost its place in the queue");
    }
  }

  /** Whether the caller was called. If not, it gives up its place. */
  private boolean isCalled(Place place) {
    lock.lock();
    try {
      if (place.state == State.WAITING) {
        waiting.remove(place);
        place.decide(State.REFUSED);
      }
      return place.state == State.CALLED;
    } finally {
      lock.unlock();
    }
  }

  private boolean mayBegin(Caller caller) {
    return turnsUnderWay < turns && underWay.getOrDefault(caller.account, 0) < turnsOfAccount;
  }

  private void begin(Caller caller) {
    turnsUnderWay++;
    underWay.merge(caller.account, 1, Integer::sum);
  }

  /** Ends a turn, and calls those who can have theirs now. */
  private void end(Caller caller) {
    lock.lock();
    try {
      turnsUnderWay--;
      underWay.computeIfPresent(
          caller.account, (_, turnsNow) -> turnsNow == 1 ? null : turnsNow - 1);
      Iterator<Place> next = waiting.iterator();
      while (turnsUnderWay < turns && next.hasNext()) {
        Place place = next.next();
        if (mayBegin(place.caller)) {
          next.remove();
          round = Math.max(round, place.round);
          begin(place.caller);
          place.decide(State.CALLED);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
