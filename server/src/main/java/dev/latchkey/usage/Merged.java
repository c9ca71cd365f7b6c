package dev.latchkey.usage;

/**
 * The merged value of one key, until a flush takes it. It changes in place and holds plain numbers.
 * The reason: a new object for each use, with tens of thousands of keys in use, made the garbage
 * collector scan all of them many times a second.
 */
abstract class Merged<V> {
  private boolean isTaken;

  /** Adds a value. Returns false, and adds nothing, if the merged value has already been taken. */
  final synchronized boolean add(V more) {
    if (!isTaken) {
      merge(more);
    }
    return !isTaken;
  }

  final synchronized V take() {
    isTaken = true;
    return value();
  }

  abstract void merge(V more);

  abstract V value();
}
