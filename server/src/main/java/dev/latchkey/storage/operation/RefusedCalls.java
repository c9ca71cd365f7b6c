package dev.latchkey.storage.operation;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.limit.RefusedActs;

/** Records in the audit log those refused calls that may be made with a stolen token. */
public record RefusedCalls(Database database) {
  /** Records a call from an address from which the credential cannot be used. */
  public void addressNotAllowed(LiveToken caller, RequestMoment now) {
    AuditEntry entry =
        AuditEntry.of(now, AuditEvent.CALL, AuditOutcome.ADDRESS_NOT_ALLOWED)
            .by(caller.subject())
            .about(caller.client())
            .in(caller.organization());
    AuditEntry complete = caller.team().map(entry::in).orElse(entry);
    var store = database.at(now);
    store.run(sql -> RefusedActs.record(sql, caller.client(), complete));
  }
}
