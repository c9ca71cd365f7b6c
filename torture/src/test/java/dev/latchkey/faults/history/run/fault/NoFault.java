package dev.latchkey.faults.history.run.fault;

/** A phase without a fault. */
public final class NoFault implements Fault {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public void strike() {}

  @Override
  public void heal() {}
}
