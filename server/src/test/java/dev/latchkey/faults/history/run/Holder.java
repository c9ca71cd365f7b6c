package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.Act;
import dev.latchkey.faults.history.Kind;
import dev.latchkey.faults.history.Outcome;

/**
 * The browser of one person, together with the apps that act for this person. It authorizes,
 * exchanges, refreshes, revokes and checks. After each change it asks every node about the tokens.
 */
final class Holder implements Runnable {
    private static final int REPEATS = 3;

    private final Resident resident;
    private final Town town;
    private final Caller caller;
    private final Checking checking;
    private final Authorizing authorizing;

    Holder(Resident resident, Town town, Caller caller) {
        this.resident = resident;
        this.town = town;
        this.caller = caller;
        this.checking = new Checking(caller);
        this.authorizing = new Authorizing(resident, town, caller);
    }

    /** Performs one action, chosen at random. */
    @Override
    public void run() {
        int random = caller.random().nextInt(100);
        if (resident.wallet().needsPairs() && random < 30) {
            authorize();
        } else if (random < 46) {
            resident.wallet().pair(caller.random()).ifPresent(checking::anywhere);
        } else if (random < 58) {
            checking.anywhere(caller.oneOf(town.machines()).any(caller.random()));
        } else if (random < 64) {
            resident.wallet().endedPair(caller.random()).ifPresent(checking::anywhere);
        } else if (random < 80) {
            resident.wallet().pair(caller.random()).ifPresent(this::refresh);
        } else if (random < 88) {
            resident.wallet().pair(caller.random()).ifPresent(this::revoke);
        } else if (random < 90) {
            resident.wallet().endedPair(caller.random()).ifPresent(this::revoke);
        } else if (random < 92) {
            resident.wallet().endedPair(caller.random()).ifPresent(this::refresh);
        } else if (random < 94) {
            resident.wallet().grant(caller.random()).ifPresent(this::exchange);
        } else if (random < 95) {
            endGrant();
        } else {
            authorize();
        }
    }

    private void authorize() {
        authorizing.consent().ifPresent(this::exchange);
    }

    /** Ends a grant. Its code is exchanged before or afterwards. */
    private void endGrant() {
        boolean isEarly = caller.chance(50);
        authorizing
                .endOne(grant -> {
                    if (isEarly) {
                        exchange(grant);
                    }
                })
                .ifPresent(this::exchange);
        checking.some(resident.wallet().pairs());
    }

    private void exchange(HeldGrant grant) {
        Node node = caller.node();
        Reply reply =
                caller.ask(node, new Requests(node.address()).exchange(grant.app(), grant.code()));
        if (reply.status() == 200) {
            var pair = HeldPair.of(town.name(grant.name() + "."), grant.app(), reply.body());
            caller.note(Act.of(Kind.EXCHANGE, grant.name(), pair.name()), reply, Outcome.DONE);
            resident.wallet().add(pair);
            checking.everywhere(pair);
        } else {
            noteRefusal(Act.of(Kind.EXCHANGE, grant.name()), reply);
        }
    }

    /**
     * Rotates a pair. A request without an answer is repeated with the same Idempotency-Key, at any
     * node.
     */
    private void refresh(HeldPair pair) {
        boolean isRepeatable = caller.chance(40);
        String key = isRepeatable ? town.name("k") : "";
        Reply reply = refresh(pair, key);
        for (int i = 0;
                isRepeatable && i < REPEATS && (reply.isUnknown() || caller.chance(10));
                i++) {
            reply = refresh(pair, key);
        }
    }

    private Reply refresh(HeldPair pair, String key) {
        Node node = caller.node();
        var requests = new Requests(node.address());
        Reply reply =
                caller.ask(
                        node,
                        key.isEmpty()
                                ? requests.refresh(pair)
                                : requests.refresh(pair, "Idempotency-Key: " + key));
        String[] keys = key.isEmpty() ? new String[0] : new String[] {Act.KEY + key};
        if (reply.status() == 200) {
            HeldPair next =
                    pair.successor(
                            reply.body(), () -> town.name(pair.name().split("\\.")[0] + "."));
            String[] with =
                    key.isEmpty()
                            ? new String[] {next.name()}
                            : new String[] {next.name(), Act.KEY + key};
            caller.note(Act.of(Kind.REFRESH, pair.name(), with), reply, Outcome.DONE);
            resident.wallet().retire(pair);
            resident.wallet().add(next);
            checking.everywhere(pair);
            checking.everywhere(next);
        } else {
            noteRefusal(Act.of(Kind.REFRESH, pair.name(), keys), reply);
            if (!reply.isUnknown()) {
                resident.wallet().retire(pair);
            }
        }
        return reply;
    }

    private void revoke(HeldPair pair) {
        Node node = caller.node();
        Reply reply = caller.ask(node, new Requests(node.address()).revoke(pair));
        if (reply.status() == 200) {
            caller.note(Act.of(Kind.REVOKE, pair.name()), reply, Outcome.DONE);
            resident.wallet().retire(pair);
            checking.everywhere(pair);
        } else if (reply.isUnknown()) {
            caller.note(Act.of(Kind.REVOKE, pair.name()), reply, Outcome.UNKNOWN);
        } else {
            caller.ignore(Act.of(Kind.REVOKE, pair.name()), reply);
            resident.wallet().retire(pair);
        }
    }

    /**
     * Records a refusal. If the credential of an app was deleted, the app itself is refused, which
     * proves nothing about the token.
     */
    private void noteRefusal(Act act, Reply reply) {
        if (reply.isUnknown()) {
            caller.note(act, reply, Outcome.UNKNOWN);
        } else if (reply.status() == 400) {
            caller.note(act, reply, Outcome.REFUSED);
        } else {
            caller.ignore(act, reply);
        }
    }
}
