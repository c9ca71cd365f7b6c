package dev.latchkey.storage.postgres;

import dev.latchkey.storage.database.Database;

/** What a copy that PostgreSQL itself has made brings along, or leaves out. */
record CopiedRows(Database database) {
  private static final int FOREIGN_CHANGES_BATCH = 10_000;

  /**
   * Numbers the next entry of the audit log after the last one. A logical replica has the entries
   * and not the sequence. Until the commit, the lock lets no other node take a number.
   */
  void continueNumbers() {
    String isBehind =
        "SELECT 1 FROM audit_entry_id_seq WHERE last_value < (SELECT MAX(entry_id) FROM audit)";
    if (database.read(sql -> sql.one(isBehind, row -> true)).isPresent()) {
      database.write(sql -> {
        sql.script("LOCK TABLE audit IN EXCLUSIVE MODE");
        return sql.one(
            "SELECT setval('audit_entry_id_seq', (SELECT MAX(entry_id) FROM audit))", row -> true);
      });
    }
  }

  /**
   * Deletes records that pg_dump has brought from another cluster, and the horizon with them. Their
   * transaction numbers are often higher than any of this one, so every query would return them for
   * weeks. A record of this cluster cannot be visible with such a number.
   */
  int deleteForeignChanges() {
    return database.write(sql -> {
      sql.update(
          """
          UPDATE touched_horizon
          SET gone_before = pg_snapshot_xmin(pg_current_snapshot()),
              next_before = pg_snapshot_xmin(pg_current_snapshot())
          WHERE next_before >= pg_snapshot_xmax(pg_current_snapshot())
             OR gone_before >= pg_snapshot_xmax(pg_current_snapshot())
          """);
      return sql.update(
          """
          DELETE FROM touched
          WHERE ctid IN (SELECT t.ctid FROM touched t
              WHERE t.by_transaction >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT ?)
          """,
          FOREIGN_CHANGES_BATCH);
    });
  }
}
