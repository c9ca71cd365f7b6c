package dev.latchkey.http.netty;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The calls that wait for a connection to one service. The callers take turns, so a caller with
 * many calls delays only its own.
 */
final class WaitingCalls {
    private static final int MOST = 1_024;
    private static final int MOST_OF_ONE = MOST / 4;

    private record Waiting(RelayedCall call, long until) {}

    /** The next turn is that of the first caller. */
    private final Map<String, Queue<Waiting>> byCaller = new LinkedHashMap<>();

    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns false if too many calls are waiting, or too many of this caller. */
    boolean add(RelayedCall call, long until) {
        Queue<Waiting> ofCaller = byCaller.get(call.caller());
        if (size >= MOST || (ofCaller != null && ofCaller.size() >= MOST_OF_ONE)) {
            return false;
        }
        byCaller.computeIfAbsent(call.caller(), first -> new ArrayDeque<>())
                .add(new Waiting(call, until));
        size++;
        return true;
    }

    /** Removes and returns the next call, which must exist. */
    RelayedCall next() {
        Map.Entry<String, Queue<Waiting>> first = byCaller.entrySet().iterator().next();
        String caller = first.getKey();
        Queue<Waiting> ofCaller = first.getValue();
        byCaller.remove(caller);
        RelayedCall next = ofCaller.remove().call();
        if (!ofCaller.isEmpty()) {
            byCaller.put(caller, ofCaller);
        }
        size--;
        return next;
    }

    /** Removes and returns the calls that have waited too long. */
    List<RelayedCall> expired(long now) {
        List<RelayedCall> expired = new ArrayList<>();
        for (Iterator<Queue<Waiting>> all = byCaller.values().iterator(); all.hasNext(); ) {
            Queue<Waiting> ofCaller = all.next();
            while (!ofCaller.isEmpty() && ofCaller.peek().until() - now < 0) {
                expired.add(ofCaller.remove().call());
                size--;
            }
            if (ofCaller.isEmpty()) {
                all.remove();
            }
        }
        return expired;
    }

    /** How many callers are waiting. */
    int callers() {
        return byCaller.size();
    }
}
