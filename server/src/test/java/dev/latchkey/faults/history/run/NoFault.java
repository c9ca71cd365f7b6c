package dev.latchkey.faults.history.run;

/** A phase without a fault. */
final class NoFault implements Fault {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public void strike() {}

  @Override
  public void heal() {}
}
