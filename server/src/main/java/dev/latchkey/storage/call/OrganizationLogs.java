package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.CallDetail;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.OrganizationLog;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What organizations have chosen for the request log. Most of them have no row. */
public record OrganizationLogs(Database database) {

  /**
   * Which calls of an organization are deleted before the operator's time.
   *
   * @param until older calls are too old
   * @param deletedUntil those that began before this were to be deleted
   */
  record Shorter(Id.Organization organization, Instant until, Instant deletedUntil) {
    /** No block that ends later has calls that are to be deleted. */
    Instant latest() {
      Instant last = deletedUntil.plus(CallBlocks.WINDOW);
      return last.isAfter(until) ? last : until;
    }
  }

  public OrganizationLog of(Id.Organization organization) {
    return database.read(sql ->
        sql.one(
                "SELECT is_on, days FROM organization_logs WHERE organization_id = ?",
                row -> new OrganizationLog(row.flag("is_on"), days(row)),
                organization)
            .orElse(OrganizationLog.USUAL));
  }

  private static Optional<Integer> days(Sql.Row row) throws SQLException {
    return Optional.of(row.number("days")).filter(days -> days > 0);
  }

  /** False if nothing differs. */
  public boolean change(
      Id.Organization in, OrganizationLog after, boolean deletesStored, Actor actor) {
    OrganizationLog before = of(in);
    if (before.equals(after) && !deletesStored) {
      return false;
    }
    var store = database.at(actor.moment());
    return store.write(sql -> {
      sql.update(
          """
          INSERT INTO organization_logs (organization_id, is_on, days, deleted_until)
          VALUES (:organization, :on, :days, :until)
          ON CONFLICT (organization_id) DO UPDATE
          SET is_on = excluded.is_on, days = excluded.days,
              deleted_until = CASE
                  WHEN excluded.deleted_until > organization_logs.deleted_until
                  THEN excluded.deleted_until
                  ELSE organization_logs.deleted_until
              END
          """,
          new Values()
              .and("organization", in)
              .and("on", after.isOn() ? 1 : 0)
              .and("days", after.days().orElse(0))
              .and("until", deletesStored ? actor.moment().at() : Instant.EPOCH));
      sql.record(
          actor
              .entry(AuditEvent.REQUEST_LOG_CHANGE)
              .in(in)
              .detailed(CallDetail.between(before, after, deletesStored)));
      return true;
    });
  }

  /** The organizations whose calls are not recorded. */
  static Set<Id.Organization> off(Sql sql) throws SQLException {
    return new HashSet<>(
        sql.all(
            "SELECT organization_id FROM organization_logs WHERE is_on = 0",
            Sql.Row::organization));
  }

  /** The organizations that keep less than the operator. */
  List<Shorter> shorter(CallLimits limits, Instant now) {
    return database.read(sql ->
        sql.all(
            """
            SELECT organization_id, days, deleted_until
            FROM organization_logs
            WHERE (days > 0 AND days < ?)
               OR deleted_until > ?
            ORDER BY organization_id
            """,
            row -> {
              int days = new OrganizationLog(true, days(row)).days(limits);
              return new Shorter(
                  row.organization(),
                  now.minus(Duration.ofDays(days)),
                  row.instant("deleted_until"));
            },
            limits.days(),
            now.minus(limits.age())));
  }
}
