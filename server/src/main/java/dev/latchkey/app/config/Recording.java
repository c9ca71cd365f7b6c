package dev.latchkey.app.config;

import dev.latchkey.audit.SyslogServer;
import dev.latchkey.edge.observe.Observation;
import dev.latchkey.model.audit.AuditLimits;
import java.util.Optional;

/**
 * What is recorded, and where.
 *
 * @param syslog the server that gets a copy of the audit log
 * @param requests what is recorded of each request
 */
public record Recording(AuditLimits audit, Optional<SyslogServer> syslog, Observation requests) {
  Recording with(AuditLimits other) {
    return new Recording(other, syslog, requests);
  }

  Recording with(SyslogServer other) {
    return new Recording(audit, Optional.of(other), requests);
  }
}
