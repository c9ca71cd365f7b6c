package dev.latchkey.model.audit;

import dev.latchkey.model.audit.AuditDetail.Change;
import dev.latchkey.model.audit.AuditDetail.Field;
import dev.latchkey.model.call.OrganizationLog;
import java.util.List;
import java.util.Optional;

/** What an entry about the request log of an organization says of it. */
public final class CallDetail {
  private CallDetail() {}

  public static Optional<String> between(
      OrganizationLog before, OrganizationLog after, boolean deletesStored) {
    return AuditDetail.json(
        Change.of(Field.REQUEST_LOG, state(before), state(after)),
        Change.of(Field.DAYS, days(before), days(after)),
        Change.of(Field.STORED_CALLS, List.of(), deletesStored ? List.of("DELETED") : List.of()));
  }

  private static String state(OrganizationLog log) {
    return log.isOn() ? "ON" : "OFF";
  }

  private static List<String> days(OrganizationLog log) {
    return log.days().map(String::valueOf).stream().toList();
  }
}
