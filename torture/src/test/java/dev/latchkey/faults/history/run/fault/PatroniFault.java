package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.inject.postgres.PatroniCluster;
import dev.latchkey.faults.inject.postgres.PatroniMember;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One machine of a Patroni cluster fails. Patroni replaces a primary that fails. Nothing fences the
 * former primary before it comes back.
 */
public final class PatroniFault implements Fault {
  /** How long the new primary works before the former one comes back. */
  private static final long ALONE_NANOS = Duration.ofSeconds(3).toNanos();

  private final Kind kind;
  private final PatroniCluster servers;
  private PatroniMember struck;

  private enum Kind {
    KILLED("primary killed"),
    PAUSED("primary paused, unfenced"),
    CUT("primary cut off"),
    DEAF("primary cut off, one way: it gets nothing"),
    MUTE("primary cut off, one way: it sends nothing"),
    STANDBY_KILLED("standby killed");

    private final String title;

    Kind(String title) {
      this.title = title;
    }
  }

  private PatroniFault(Kind kind, PatroniCluster servers) {
    this.kind = kind;
    this.servers = servers;
    this.struck = servers.primary();
  }

  public static Stream<Fault> all(PatroniCluster servers) {
    return Stream.of(Kind.values()).map(kind -> new PatroniFault(kind, servers));
  }

  @Override
  public String name() {
    return "Patroni: " + kind.title;
  }

  @Override
  public void strike() {
    struck = kind == Kind.STANDBY_KILLED ? servers.standby() : servers.primary();
    switch (kind) {
      case KILLED, STANDBY_KILLED -> struck.kill();
      case PAUSED -> struck.pause();
      case DEAF -> struck.loseIncoming();
      case MUTE -> struck.loseOutgoing();
      case CUT -> {
        struck.loseIncoming();
        struck.loseOutgoing();
      }
    }
  }

  @Override
  public void heal() {
    if (kind == Kind.STANDBY_KILLED) {
      servers.awaitAlone();
    } else {
      servers.awaitPrimaryOtherThan(struck);
    }
    long end = System.nanoTime() + ALONE_NANOS;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    switch (kind) {
      case KILLED, STANDBY_KILLED -> struck.start();
      case PAUSED -> struck.resume();
      case CUT, DEAF, MUTE -> struck.reconnect();
    }
    servers.awaitStandby();
  }
}
