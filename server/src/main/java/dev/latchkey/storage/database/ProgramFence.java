package dev.latchkey.storage.database;

import dev.latchkey.model.process.StorageFault;
import java.sql.SQLException;

/**
 * Stops a program that runs while a newer one changes the store in a way that the older does not
 * understand: it could, for example, accept a token that a newer rule refuses. Every write reads
 * the oldest program that the store admits, and so does every query for the changes of other nodes.
 * What such a query finds holds for all reads that follow.
 */
public final class ProgramFence {
  private volatile int oldestProgram;

  public void report(int found) {
    oldestProgram = found;
    check();
  }

  public void report(Sql sql) throws SQLException {
    report(StoreVersion.of(sql).oldestProgram());
  }

  public void check() {
    check(oldestProgram);
  }

  /** {@code oldestProgram} as the transaction has read it that is running. */
  public static void check(int oldestProgram) {
    if (oldestProgram > Schema.VERSION) {
      throw new StorageFault.ProgramTooOld(
          "the store was changed and needs a program of schema %d, this one is of %d: stop it, and start the newer program"
              .formatted(oldestProgram, Schema.VERSION));
    }
  }
}
