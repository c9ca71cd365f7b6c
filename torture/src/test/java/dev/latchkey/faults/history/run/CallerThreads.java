package dev.latchkey.faults.history.run;

import dev.latchkey.faults.history.run.actor.Administrator;
import dev.latchkey.faults.history.run.actor.Delegations;
import dev.latchkey.faults.history.run.actor.Devices;
import dev.latchkey.faults.history.run.actor.ManagementProgram;
import dev.latchkey.faults.history.run.actor.NamedPerson;
import dev.latchkey.faults.history.run.actor.Participants;
import dev.latchkey.faults.history.run.actor.Probe;
import dev.latchkey.faults.history.run.actor.UserWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The callers of a phase. Each is a thread that acts until it is stopped. */
final class CallerThreads implements AutoCloseable {
  private static final int BROWSERS = 2;
  private static final int ADMINISTRATORS = 2;

  /** How many people have programs with child tokens, and devices. */
  private static final int DELEGATING = 2;

  private final List<Thread> threads = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
  private volatile boolean isStopped;

  CallerThreads(
      Participants participants, List<Node> nodes, Recording recording, SplittableRandom random) {
    for (NamedPerson person : participants.users()) {
      for (int i = 0; i < BROWSERS; i++) {
        Caller caller = caller(nodes, recording, random);
        start(new UserWorkload(person, participants, caller));
      }
    }
    for (NamedPerson person : participants.users().subList(0, DELEGATING)) {
      start(new Delegations(person, participants, caller(nodes, recording, random)));
      var devices = new Devices(person, participants, caller(nodes, recording, random));
      open.add(devices);
      start(devices);
    }
    start(new ManagementProgram(participants, caller(nodes, recording, random)));
    for (Node node : nodes) {
      Caller caller = caller(List.of(node), recording, random);
      start(new Probe(participants, caller));
    }
    for (int i = 0; i < ADMINISTRATORS; i++) {
      Caller caller = caller(nodes, recording, random);
      var administrator = new Administrator(participants, caller);
      open.add(administrator);
      start(administrator);
    }
  }

  /**
   * Fails if a caller has failed with an exception: this is a defect of the test, not an answer of
   * a node.
   */
  void assertNoDefect() {
    if (!defects.isEmpty()) {
      throw new AssertionError("a caller failed", defects.peek());
    }
  }

  private Caller caller(List<Node> nodes, Recording recording, SplittableRandom random) {
    var caller = new Caller(nodes, recording, random.split());
    open.add(caller);
    return caller;
  }

  private void start(Runnable act) {
    threads.add(
        Thread.startVirtualThread(() -> {
          try {
            while (!isStopped) {
              act.run();
            }
          } catch (RuntimeException | Error defect) {
            defects.add(defect);
          }
        }));
  }

  @Override
  public void close() {
    isStopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
      for (AutoCloseable each : open) {
        each.close();
      }
    } catch (Exception stopped) {
      throw new IllegalStateException(stopped);
    }
    assertNoDefect();
  }
}
