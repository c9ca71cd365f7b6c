package dev.latchkey.storage.database;

import java.sql.SQLException;

/** Whoever must know of a commit before it is done. */
public interface Commits {
    void during(Step commit) throws SQLException;

    /** The commit itself, and nothing else. */
    @FunctionalInterface
    interface Step {
        void take() throws SQLException;
    }
}
