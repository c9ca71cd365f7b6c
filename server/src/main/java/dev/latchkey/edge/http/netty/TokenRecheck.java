package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Relay;
import java.util.concurrent.TimeUnit;

/** Checks once a second whether the token of a WebSocket still allows it. */
final class TokenRecheck {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

  private final EventLoopContext loop;
  private final Relay.Rules rules;
  private final Runnable onRefusal;
  private boolean isUnderWay;
  private long lastAt = System.nanoTime();

  /** {@code onRefusal} runs on the loop. */
  TokenRecheck(EventLoopContext loop, Relay.Rules rules, Runnable onRefusal) {
    this.loop = loop;
    this.rules = rules;
    this.onRefusal = onRefusal;
  }

  /**
   * Starts a check if one is due. The check may wait for the store, so it runs on a virtual thread.
   */
  void check(long now) {
    if (isUnderWay || now - lastAt <= INTERVAL) {
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

  /** Returns false if the check itself fails. */
  private boolean isStillAllowed() {
    try {
      return rules.isStillAllowed();
    } catch (RuntimeException unknown) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The token of a WebSocket could not be checked, so it is closed.",
          unknown);
      return false;
    }
  }
}
