package dev.latchkey.audit;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The copy of the audit log at the syslog server that is configured at the moment, if one is. */
public final class SyslogCopy implements AutoCloseable {
  private final Supplier<Optional<SyslogServer>> wanted;
  private final Function<SyslogServer, SyslogExport> open;
  private Optional<SyslogServer> server = Optional.empty();
  private Optional<SyslogExport> export = Optional.empty();

  public SyslogCopy(
      Supplier<Optional<SyslogServer>> wanted, Function<SyslogServer, SyslogExport> open) {
    this.wanted = wanted;
    this.open = open;
  }

  /** To be called before the server answers requests, and when the settings have changed. */
  public synchronized void begin() {
    Optional<SyslogServer> next = wanted.get();
    if (next.equals(server)) {
      return;
    }
    export.ifPresent(SyslogExport::close);
    server = next;
    export = next.map(open);
    export.ifPresent(SyslogExport::begin);
  }

  /** Sends all new entries. To be called regularly. */
  public synchronized void sendNew() {
    export.ifPresent(SyslogExport::sendNew);
  }

  @Override
  public synchronized void close() {
    export.ifPresent(SyslogExport::close);
  }
}
