package dev.latchkey.storage.pairs;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.TokenResponse;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The pairs that one commit issues for the codes of many callers, each with its entry in the audit
 * log.
 */
public final class NewPairs {
  private final List<NewPair> pairs = new ArrayList<>();
  private final List<AuditEntry> entries = new ArrayList<>();

  /** Returns what the caller receives after the commit. */
  public TokenResponse add(NewPair pair, AuditEntry entry) {
    pairs.add(pair);
    entries.add(entry);
    return pair.response();
  }

  public void insert(Sql sql) throws SQLException {
    if (!pairs.isEmpty()) {
      NewPair.insert(sql, pairs);
      sql.record(entries);
    }
  }
}
