package dev.latchkey.storage.limit;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Records refused acts in the audit log. Such an entry may appear in the audit log of another
 * organization, so each person or app may add only a limited number of them. A caller who has not
 * proven to be a person or an app is counted by its network, and all these callers together add a
 * limited number as well. Acts beyond a limit are refused in the same way, without an entry.
 */
public final class RefusedActs {
  private RefusedActs() {}

  public static void record(Sql sql, Id by, AuditEntry entry) throws SQLException {
    if (Throttle.refusals(by).take(sql, entry.moment().at())) {
      sql.record(entry);
    }
  }

  /**
   * Records an act of a person who may do it. If it was not done, for example because there is
   * nothing to remove, the entry counts as one about a refused act. Acts of an operator always have
   * an entry.
   */
  public static void recordAct(Sql sql, boolean done, Optional<? extends Id> by, AuditEntry entry)
      throws SQLException {
    if (done || by.isEmpty()) {
      sql.record(entry);
    } else {
      record(sql, by.get(), entry);
    }
  }

  /**
   * The same for an entry that names its actor. {@code otherwise}: the outcome if it was not done.
   */
  public static void recordAct(Sql sql, boolean done, AuditEntry entry, AuditOutcome otherwise)
      throws SQLException {
    recordAct(sql, done, entry.actor().subject(), done ? entry : entry.with(otherwise));
  }

  /**
   * Records an act of a caller who has not proven who it is. {@code about} is the person or app
   * that the caller named, if there is one.
   */
  public static void recordUnproven(Sql sql, Optional<? extends Id> about, AuditEntry entry)
      throws SQLException {
    var throttles = new ArrayList<Throttle>();
    about.map(Throttle::unprovenAbout).ifPresent(throttles::add);
    throttles.add(Throttle.unprovenFrom(entry.moment().network()));
    throttles.add(Throttle.unproven());
    if (Throttle.takeAll(sql, entry.moment().at(), throttles)) {
      sql.record(entry);
    }
  }
}
