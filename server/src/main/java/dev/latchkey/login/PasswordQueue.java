package dev.latchkey.login;

import dev.latchkey.model.Network;
import dev.latchkey.model.TooBusy;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Callers that wait to have a password hashed, in a fair order. A caller stands behind one turn for
 * each caller of its own network that waits, and for each other network that waits for the same
 * account. So a network that sends many callers delays its own, and many networks that try one
 * account delay those that try this account. The others are called about as soon as if there were
 * no flood.
 *
 * <p>For example, network A sends three callers and then B sends one: A1, B1, A2, A3 are called.
 *
 * <p>When all places are taken, the last in this order loses its place to a newcomer that stands
 * before it. A caller that has no place, or waited for too long, is refused with {@link TooBusy}.
 */
final class PasswordQueue {
    private final int turns;
    private final int sections;
    private final Duration patience;
    private final Lock lock = new ReentrantLock();
    private final TreeSet<Place> waiting =
            new TreeSet<>(
                    Comparator.<Place>comparingLong(section -> section.round)
                            .thenComparingLong(section -> section.number));

    private long round;
    private long arrived;
    private int turnsUnderWay;

    PasswordQueue(int turns, int sections, Duration patience) {
        this.turns = turns;
        this.sections = sections;
        this.patience = patience;
    }

    /** Who waits: {@code account} is the one that is tried, whether or not it exists. */
    record Caller(Network network, String account) {}

    private enum State {
        WAITS,
        CALLED,
        SENT_AWAY
    }

    private static final class Place {
        private final Caller caller;

        /** Places of an earlier round are called first, and those of one round as they arrived. */
        private final long round;

        private final long number;
        private final CountDownLatch decided = new CountDownLatch(1);
        private State state = State.WAITS;

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

    <T> T inTurn(Caller caller, Supplier<T> act) {
        Optional<Place> section = enter(caller);
        if (section.isPresent()) {
            await(section.get());
        }
        try {
            return act.get();
        } finally {
            callNext();
        }
    }

    /** How many wait now. */
    int length() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Empty if it is the caller's turn at once. */
    private Optional<Place> enter(Caller caller) {
        lock.lock();
        try {
            if (turnsUnderWay < turns) {
                turnsUnderWay++;
                return Optional.empty();
            }
            var section = new Place(caller, round + 1 + before(caller), arrived++);
            waiting.add(section);
            if (waiting.size() > sections) {
                waiting.removeLast().decide(State.SENT_AWAY);
            }
            return Optional.of(section);
        } finally {
            lock.unlock();
        }
    }

    /** Callers of its network, and other networks that try its account. */
    private long before(Caller newcomer) {
        long ofNetwork =
                waiting.stream()
                        .filter(section -> section.caller.network().equals(newcomer.network()))
                        .count();
        long networksOfAccount =
                waiting.stream()
                        .map(section -> section.caller)
                        .filter(other -> other.account().equals(newcomer.account()))
                        .map(Caller::network)
                        .filter(network -> !network.equals(newcomer.network()))
                        .distinct()
                        .count();
        return ofNetwork + networksOfAccount;
    }

    private void await(Place section) {
        boolean interrupted = false;
        try {
            boolean _ = section.decided.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopping) {
            interrupted = true;
        }
        boolean called = isCalled(section);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!called) {
            throw new TooBusy("a sign-in waited too long, or gave its place to another");
        }
    }

    /** A caller that has not been called by now gives its place up. */
    private boolean isCalled(Place section) {
        lock.lock();
        try {
            if (section.state == State.WAITS) {
                waiting.remove(section);
                section.decide(State.SENT_AWAY);
            }
            return section.state == State.CALLED;
        } finally {
            lock.unlock();
        }
    }

    private void callNext() {
        lock.lock();
        try {
            if (waiting.isEmpty()) {
                turnsUnderWay--;
                return;
            }
            Place next = waiting.removeFirst();
            round = next.round;
            next.decide(State.CALLED);
        } finally {
            lock.unlock();
        }
    }
}
