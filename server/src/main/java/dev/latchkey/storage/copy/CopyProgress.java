package dev.latchkey.storage.copy;

/** Is told how far a copy is. */
@FunctionalInterface
public interface CopyProgress {
  /** {@code done} of {@code all} rows of a table are copied or checked. */
  void at(String table, long done, long all);
}
