package dev.latchkey.bench;

import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import dev.latchkey.load.Connection;
import java.io.IOException;
import java.util.Optional;

/** Checks the tokens that are revoked, one after the other, and notes the last active answer. */
final class RevocationWatch implements Caller {
    private final Calls calls;
    private final long[] grants;
    private final SizedTokens tokens;
    private int next;
    private volatile long lastActive = Long.MIN_VALUE;

    RevocationWatch(Calls calls, long[] grants, SizedTokens tokens) {
        this.calls = calls;
        this.grants = grants;
        this.tokens = tokens;
    }

    @Override
    public Address address() {
        return calls.address();
    }

    @Override
    public Optional<byte[]> next() {
        return Optional.of(calls.introspect(tokens.access(grants[next++ % grants.length])));
    }

    @Override
    public boolean isRight(Answer answer) {
        if (IntrospectCaller.isInactive(answer)) {
            return true;
        }
        lastActive = System.nanoTime();
        return answer.status() == 200;
    }

    /** When an answer said last that a token is active. */
    long lastActiveNanos() {
        return lastActive;
    }

    /** How many of the tokens are still active. */
    long stillActive() {
        try (Connection connection = Connection.open(calls.address())) {
            long active = 0;
            for (long grant : grants) {
                byte[] check = calls.introspect(tokens.access(grant));
                active += IntrospectCaller.isInactive(connection.ask(check)) ? 0 : 1;
            }
            return active;
        } catch (IOException broken) {
            throw new HostFault("revoked tokens cannot be checked", broken);
        }
    }
}
