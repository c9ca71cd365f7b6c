package dev.latchkey.audit;

import dev.latchkey.edge.http.Json;
import dev.latchkey.model.audit.ListedAuditEntry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * An entry of the audit log as a message of RFC 5424. Its structured data are those that IANA has
 * registered: from the sequence of messages since the start, a receiver sees whether one is
 * missing. Its text is the line of the program's log, and the number of the entry, by which a
 * receiver recognises an entry that it has already got.
 */
record SyslogMessage(String host, long sequence, ListedAuditEntry entry) {
  /** The number of the message after which they begin again (RFC 5424 7.3.1). */
  private static final long LAST_SEQUENCE = Integer.MAX_VALUE;

  /** Facility 13, log audit (RFC 5424 6.2.1). */
  private static final int FACILITY = 13 * 8;

  private static final int NOTICE = 5;
  private static final int INFORMATIONAL = 6;

  byte[] bytes() {
    var audit = entry.entry();
    int severity = entry.isDone() ? INFORMATIONAL : NOTICE;
    String head =
        "<%d>1 %s %s latchkey %d %s [origin software=\"latchkey\"][meta sequenceId=\"%d\"] "
            .formatted(
                FACILITY + severity,
                audit.moment().at().truncatedTo(ChronoUnit.MICROS),
                host,
                ProcessHandle.current().pid(),
                audit.event().name().toLowerCase(Locale.ROOT),
                1 + (sequence - 1) % LAST_SEQUENCE);
    var message = new ByteArrayOutputStream();
    message.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    message.writeBytes(Json.bytes(ProgramLogCopy.line(audit).put("entry", entry.number())));
    return message.toByteArray();
  }
}
