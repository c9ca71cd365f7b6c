package dev.latchkey.http.netty;

import dev.latchkey.http.Relay;
import java.util.concurrent.TimeUnit;

/** Asks, once a second, whether the token of a WebSocket still allows it. */
final class TokenRecheck {
    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    private final Loop loop;
    private final Relay.Rules rules;
    private final Runnable onRefusal;
    private boolean isUnderWay;
    private long lastAt = System.nanoTime();

    /** {@code onRefusal} runs on the loop. */
    TokenRecheck(Loop loop, Relay.Rules rules, Runnable onRefusal) {
        this.loop = loop;
        this.rules = rules;
        this.onRefusal = onRefusal;
    }

    /** The answer may have to wait for the store, so it is asked for elsewhere. */
    void look(long now) {
        if (isUnderWay || now - lastAt <= EVERY) {
            return;
        }
        isUnderWay = true;
        Thread.ofVirtual()
                .name("websocket-check")
                .start(() -> {
                    boolean isAllowed = isStillAllowed();
                    loop.run(() -> answered(isAllowed));
                });
    }

    private void answered(boolean isAllowed) {
        isUnderWay = false;
        lastAt = System.nanoTime();
        if (!isAllowed) {
            onRefusal.run();
        }
    }

    /** Where it cannot be found out, the answer is no. */
    private boolean isStillAllowed() {
        try {
            return rules.isStillAllowed();
        } catch (RuntimeException unknown) {
            LOG.log(System.Logger.Level.WARNING, "a WebSocket could not be checked", unknown);
            return false;
        }
    }
}
