package dev.latchkey.faults.history.run.fault;

import dev.latchkey.faults.inject.postgres.PostgresPair;
import dev.latchkey.harness.Poll;
import dev.latchkey.host.Installed;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Stops the primary immediately, as {@code pg_ctl} does: with SIGQUIT to its first process. */
public final class StoppedDatabase implements Fault {
  private final PostgresPair servers;

  public StoppedDatabase(PostgresPair servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return "immediate stop of the database";
  }

  @Override
  public void strike() {
    ProcessHandle first = firstProcess();
    Installed.output("kill", "procps", "-QUIT", String.valueOf(first.pid()));
    Poll.until(() -> !first.isAlive(), "the end of PostgreSQL");
  }

  @Override
  public void heal() {
    servers.restartPrimary();
  }

  private ProcessHandle firstProcess() {
    String url = PostgresPair.url("postgres", servers.primaryPort());
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return ProcessHandle.of(row.getLong(1)).flatMap(ProcessHandle::parent).orElseThrow();
    } catch (SQLException cause) {
      throw new IllegalStateException(cause);
    }
  }
}
