package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.inject.postgres.PostgresPair;

/** The primary is lost for ever, and the synchronous standby replaces it. */
public final class Failover implements Fault {
  private final PostgresPair servers;

  public Failover(PostgresPair servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return "failover to the standby";
  }

  @Override
  public void strike() {
    servers.promoteStandby();
  }

  @Override
  public void heal() {
    servers.addStandby();
  }
}
