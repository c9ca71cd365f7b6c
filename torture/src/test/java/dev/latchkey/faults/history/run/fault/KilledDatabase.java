package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.inject.postgres.PostgresPair;
import java.time.Duration;

/**
 * Ends all processes of the primary with {@code kill -9}. The primary then recovers from its log.
 */
public final class KilledDatabase implements Fault {
  private final PostgresPair servers;

  public KilledDatabase(PostgresPair servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return "kill -9 of the database";
  }

  @Override
  public void strike() {
    servers.killPrimary();
  }

  @Override
  public void heal() {
    servers.restartPrimary();
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(1);
  }
}
