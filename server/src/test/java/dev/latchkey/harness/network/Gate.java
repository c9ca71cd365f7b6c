package dev.latchkey.harness.network;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Holds the bytes of one direction while it is shut. */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private boolean isShut;

  void shut() {
    set(true);
  }

  void open() {
    set(false);
  }

  private void set(boolean shut) {
    lock.lock();
    try {
      isShut = shut;
      opened.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void pass() throws InterruptedIOException {
    lock.lock();
    try {
      while (isShut) {
        opened.await();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the connection was closed at the gate");
    } finally {
      lock.unlock();
    }
  }
}
