package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.history.run.NodeStore;
import java.time.Duration;

/** The key file, which all nodes read, is rotated while they run. Nothing that was issued ends. */
public final class RotatedKey implements Fault {
  private final NodeStore store;

  public RotatedKey(NodeStore store) {
    this.store = store;
  }

  @Override
  public String name() {
    return "rotation of the key file";
  }

  @Override
  public void strike() {
    store.command("key", "rotate", "--shared-file");
  }

  @Override
  public void heal() {
    store.command("key", "finish");
  }

  @Override
  public Duration lasts() {
    return Duration.ofSeconds(2);
  }
}
