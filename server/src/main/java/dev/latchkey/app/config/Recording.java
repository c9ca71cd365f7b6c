package dev.latchkey.app.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.edge.observe.Observation;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.call.CallLimits;
import java.util.Optional;

/**
 * What is recorded, and where.
 *
 * @param calls what the request log keeps
 * @param syslog the server that gets a copy of the audit log
 * @param requests what is recorded of each request
 */
public record Recording(
    AuditLimits audit, CallLimits calls, Optional<SyslogServer> syslog, Observation requests) {
  Recording with(AuditLimits other) {
    return new Recording(other, calls, syslog, requests);
  }

  Recording with(SyslogServer other) {
    return new Recording(audit, calls, Optional.of(other), requests);
  }

  Recording with(CallLimits other) {
    return new Recording(audit, other, syslog, requests);
  }
}
