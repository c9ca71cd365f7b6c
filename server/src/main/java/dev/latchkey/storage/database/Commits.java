package dev.latchkey.storage.database;

import java.sql.SQLException;

/** Surrounds a commit, for a component that must act before and after it. */
public interface Commits {
  void during(Step commit) throws SQLException;

  /** The COMMIT statement. */
  @FunctionalInterface
  interface Step {
    void run() throws SQLException;
  }
}
