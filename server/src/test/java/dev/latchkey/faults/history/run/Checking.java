package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;
import java.util.List;

/** Asks nodes whether tokens are active, by introspection or with a call through the gateway. */
final class Checking {
    private static final int LARGEST_SAMPLE = 4;

    private final Caller caller;

    Checking(Caller caller) {
        this.caller = caller;
    }

    void anywhere(HeldPair pair) {
        check(caller.node(), pair.name(), pair.access());
    }

    void anywhere(Machine.Token token) {
        check(caller.node(), token.name(), token.text());
    }

    /**
     * Asks every usable node. It is called right after an operation: from then on, no node may
     * answer as if the operation had not happened.
     */
    void everywhere(HeldPair pair) {
        for (Node node : caller.nodes()) {
            if (caller.isUsable(node)) {
                check(node, pair.name(), pair.access());
            }
        }
    }

    void everywhere(Machine.Token token) {
        for (Node node : caller.nodes()) {
            if (caller.isUsable(node)) {
                check(node, token.name(), token.text());
            }
        }
    }

    /** Checks some of the pairs. */
    void some(List<HeldPair> pairs) {
        if (!pairs.isEmpty()) {
            int first = caller.random().nextInt(pairs.size());
            for (int i = 0; i < Math.min(LARGEST_SAMPLE, pairs.size()); i++) {
                everywhere(pairs.get((first + i) % pairs.size()));
            }
        }
    }

    private void check(Node node, String name, String token) {
        var requests = new Requests(node.address());
        boolean byGateway = caller.chance(30);
        Reply reply =
                caller.ask(node, byGateway ? requests.call(token) : requests.introspect(token));
        Outcome outcome =
                switch (reply.status()) {
                    case 200 ->
                            byGateway || reply.body().contains("\"active\":true")
                                    ? Outcome.DONE
                                    : Outcome.REFUSED;
                    case 401 -> Outcome.REFUSED;
                    default -> Outcome.UNKNOWN;
                };
        caller.note(Act.of(Kind.CHECK, name), reply, outcome);
    }
}
