package dev.latchkey.audit;

import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.storage.audit.AuditExport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies the audit log to a syslog server, in its order, from the store. An entry is sent after it
 * was committed, and it is sent again if the server may not have got it, also after a restart.
 *
 * <p>The lines of the program's log are not enough, because they are lost if the process fails
 * between the commit and the line. A background thread reads the table, so no request waits for a
 * collector. Syslog has no confirmations: a TCP connection that closes within 200 ms after a batch
 * counts as a failure. The cursor is a file, so a copy needs no write to the store.
 */
public final class SyslogExport implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int BATCH = 2_000;
  private static final String CURSOR = "audit-syslog";

  private final AuditExport entries;
  private final SyslogConnection connection;
  private final SyslogPosition position;
  private final String host;
  private long sent;
  private long messages;
  private boolean isFailing;

  /** The cursor is in {@code directory}, and {@code host} is the name of this machine. */
  public SyslogExport(AuditExport entries, SyslogServer server, Path directory, String host) {
    this.entries = entries;
    this.connection = new SyslogConnection(server);
    this.position = new SyslogPosition(directory.resolve(CURSOR));
    this.host = host.matches("[!-~]{1,255}") ? host : "-";
  }

  /**
   * To be called once, before the server answers requests. Where nothing was sent before, the copy
   * begins with the next entry. The same holds for a store that ends before the cursor, because it
   * was restored from a backup.
   */
  public void begin() {
    long newest = entries.newest();
    long last = position.read().orElse(newest);
    if (last > newest) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The audit log is older than its copy in syslog. The copy continues with the next entry.");
    }
    sent = Math.min(last, newest);
    position.write(sent);
  }

  /** Sends all new entries. To be called regularly. */
  public synchronized void sendNew() {
    List<ListedAuditEntry> batch = entries.after(sent, BATCH);
    while (!batch.isEmpty() && send(batch)) {
      batch = entries.after(sent, BATCH);
    }
  }

  private boolean send(List<ListedAuditEntry> batch) {
    try {
      connection.send(messages(batch));
    } catch (IOException failed) {
      if (!isFailing) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The audit log cannot be sent to syslog and waits: {0}",
            failed.getMessage());
      }
      isFailing = true;
      return false;
    }
    if (isFailing) {
      LOG.log(System.Logger.Level.INFO, "The audit log is sent to syslog again.");
    }
    isFailing = false;
    messages += batch.size();
    sent = batch.getLast().number();
    position.write(sent);
    return true;
  }

  private List<byte[]> messages(List<ListedAuditEntry> batch) {
    var all = new ArrayList<byte[]>();
    for (ListedAuditEntry entry : batch) {
      all.add(new SyslogMessage(host, messages + all.size() + 1, entry).bytes());
    }
    return all;
  }

  /** Sends what is left, unless the server could not be reached the last time. */
  @Override
  public synchronized void close() {
    if (!isFailing) {
      sendNew();
    }
    connection.close();
  }
}
