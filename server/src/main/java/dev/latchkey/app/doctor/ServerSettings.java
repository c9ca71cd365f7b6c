package dev.latchkey.app.doctor;

import dev.latchkey.storage.postgres.SessionCheck;
import java.util.List;
import java.util.Map;

/** What the promises of Latchkey need of a PostgreSQL server and of the connections to it. */
record ServerSettings(
    Map<String, String> values, String url, boolean isStandby, boolean isSessionKept) {
  /** PostgreSQL 13, the first with the type of transaction numbers that the schema uses. */
  private static final int SUPPORTED = 130_000;

  /** The connections of one node. */
  private static final int CONNECTIONS = 25;

  private static final String THIS_MACHINE =
      "jdbc:postgresql:(//(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]+)?/.*|[^/].*)";

  void examine(Findings store) {
    if (isStandby) {
      store.error(
          "the database is a standby, which accepts no writes",
          "name the primary in \"database\", or all servers: jdbc:postgresql://HOST1,HOST2/NAME");
    }
    if (!isSessionKept) {
      store.error(SessionCheck.FAULT, SessionCheck.REMEDY);
    }
    if (Integer.parseInt(values.getOrDefault("server_version_num", "0")) < SUPPORTED) {
      store.error(
          "PostgreSQL %s is too old".formatted(values.get("server_version")),
          "use PostgreSQL 13 or newer");
    }
    for (String safety : List.of("fsync", "full_page_writes")) {
      if (values.getOrDefault(safety, "on").equals("off")) {
        store.error(
            safety + " is off: after a power failure the database may be lost",
            "ALTER SYSTEM SET %s = on; SELECT pg_reload_conf();".formatted(safety));
      }
    }
    String commits = values.getOrDefault("synchronous_commit", "on");
    if (List.of("off", "local", "remote_write").contains(commits)) {
      store.warning(
          "synchronous_commit is %s; Latchkey turns it on for its own writes".formatted(commits),
          "ALTER ROLE … SET synchronous_commit = on;");
    }
    if (hasStandbys() && values.getOrDefault("synchronous_standby_names", "").isEmpty()) {
      store.warning(
          "no standby is synchronous: a failover can make a revoked token active again",
          "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'; SELECT pg_reload_conf();"
              + " and promote only a standby that has everything (docs/how-to/patroni.md)");
    }
    if (!values.getOrDefault("server_encoding", "UTF8").equals("UTF8")) {
      store.error(
          "the database has the encoding " + values.get("server_encoding"),
          "export the store, and import it into a database with the encoding UTF8");
    }
    if (Integer.parseInt(values.getOrDefault("max_connections", "100")) < CONNECTIONS) {
      store.error(
          "max_connections is %s, and each node needs %d"
              .formatted(values.get("max_connections"), CONNECTIONS),
          "raise max_connections to at least %d for each node".formatted(CONNECTIONS));
    }
    if (!isOnThisMachine() && !url.contains("sslmode=verify-full")) {
      store.warning(
          "the connection to the database does not verify the server",
          "add sslmode=verify-full&sslrootcert=FILE to \"database\"");
    }
  }

  /** Whether the connections may go to one of several servers. */
  private boolean hasStandbys() {
    return url.matches("jdbc:postgresql://[^/]*,.*");
  }

  private boolean isOnThisMachine() {
    return url.matches(THIS_MACHINE);
  }
}
