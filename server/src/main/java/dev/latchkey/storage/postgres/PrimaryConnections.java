package dev.latchkey.storage.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.URLCoder;

/**
 * Opens connections to the newest primary that this process has seen, and to no older one. A
 * primary that was paused or cut off while its standby was promoted still believes that it is the
 * primary, until it is fenced. It would answer a check as if nothing had been revoked since, and a
 * revocation as if there were nothing to revoke.
 *
 * <p>A promotion begins a new timeline, with a higher number. So of two servers of one cluster that
 * both accept writes, the one with the lower number has been replaced. The driver would be content
 * with either, so the servers of the address are tried here, one after the other.
 *
 * <p>A former primary must be fenced all the same: this process cannot know of a new primary before
 * one of its connections has reached it. Asking for the server with each use of a connection would
 * cost a round trip. With a pooler that changes the server behind an open connection, what was
 * asked at its first use does not hold.
 */
public final class PrimaryConnections extends PGSimpleDataSource {
  /** How long the answer to a statement may take. */
  static final int ANSWER_SECONDS = 10;

  /** A standby has no current position in the log, so this fails there. */
  private static final String TIMELINE =
      """
      SELECT CAST(system_identifier AS TEXT) AS cluster,
          substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline
      FROM pg_control_system()
      """;

  /**
   * Every commit of every connection waits until it is on the disk, and on that of a synchronous
   * standby, whatever the server has as its default.
   */
  private static final String DURABLE =
      """
      SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
          WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)
      """;

  /** How a server of another make answers that does not have these functions. */
  private static final Set<String> UNSUPPORTED = Set.of("0A000", "42501", "42883");

  private static final String REFUSED = "08004";

  private final transient AtomicReference<Primary> newest = new AtomicReference<>(Primary.UNKNOWN);
  private final transient List<Server> servers;
  private final transient Optional<String> user;
  private final transient UnusableServers unusable;

  /** The server of each connection. */
  private final transient Map<Connection, Primary> opened =
      Collections.synchronizedMap(new WeakHashMap<>());

  private transient volatile int last;
  private transient volatile Runnable replaced = () -> {};

  /** A connection of a command that reads or fills a whole store, so its answers may take long. */
  public static Connection forCopy(String address) throws SQLException {
    var properties = new Properties();
    properties.setProperty("ApplicationName", "latchkey copy");
    Connection connection = new PrimaryConnections(address, properties).getConnection();
    connection.setNetworkTimeout(Runnable::run, 0);
    return connection;
  }

  PrimaryConnections(String address, Properties properties) {
    Properties all = Driver.parseURL(address, properties);
    servers =
        all == null
            ? List.of(new Server("?", address, limited(properties)))
            : each(all, address, properties);
    user = all == null ? Optional.empty() : Optional.ofNullable(all.getProperty("user"));
    unusable = new UnusableServers(servers.stream().map(Server::name).distinct().count());
  }

  /** One of the servers that the address names. {@code name}: host and port. */
  private record Server(String name, String address, Properties properties) {
    Connection connect() throws SQLException {
      return DriverManager.getConnection(address, properties);
    }

    /** The properties may contain the password. */
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Server> each(Properties all, String whole, Properties properties) {
    String[] hosts = all.getProperty("PGHOST").split(",");
    String[] ports = all.getProperty("PGPORT").split(",");
    String database = URLCoder.encode(all.getProperty("PGDBNAME", ""));
    if (hosts.length == 1) {
      return List.of(new Server(hosts[0] + ":" + ports[0], whole, limited(properties)));
    }
    return IntStream.range(0, hosts.length)
        .mapToObj(i -> hosts[i] + ":" + ports[i])
        .map(name ->
            new Server(name, "jdbc:postgresql://%s/%s".formatted(name, database), limited(all)))
        .toList();
  }

  /**
   * A server that is paused still accepts connections, so every step of opening one has the limit
   * of the first step. Otherwise the next server of the address would be tried much later.
   */
  private static Properties limited(Properties all) {
    var server = new Properties();
    all.stringPropertyNames().forEach(name -> server.setProperty(name, all.getProperty(name)));
    server.setProperty("targetServerType", "primary");
    server.setProperty("socketTimeout", server.getProperty("connectTimeout", "10"));
    return server;
  }

  /** A server that accepts writes. {@code timeline}: eight hexadecimal digits. */
  record Primary(String cluster, String timeline) {
    private static final Primary UNKNOWN = new Primary("", "");

    /** A server of another cluster is no successor: the operator has named another database. */
    private boolean isReplacedBy(Primary other) {
      return cluster.equals(other.cluster) && timeline.compareTo(other.timeline) < 0;
    }
  }

  /** What to do when a newer primary becomes known, after older connections were opened. */
  void whenReplaced(Runnable act) {
    replaced = act;
  }

  /** Whether this connection leads to the newest primary that this process has seen. */
  boolean isCurrent(Connection connection) throws SQLException {
    return newest.get().equals(opened.get(connection.unwrap(Connection.class)));
  }

  /** The servers that cannot be used at the moment. */
  UnusableServers unusable() {
    return unusable;
  }

  /** A new process learns first which of all servers is the newest primary. */
  @Override
  public Connection getConnection() throws SQLException {
    if (newest.get().equals(Primary.UNKNOWN) && servers.size() > 1) {
      findNewest();
    }
    int first = last;
    var reasons = new LinkedHashMap<String, Unusable>();
    var failures = new ArrayList<SQLException>();
    for (int i = 0; i < servers.size(); i++) {
      int next = (first + i) % servers.size();
      Server server = servers.get(next);
      try {
        Connection connection = open(server);
        last = next;
        unusable.connected(server.name());
        return connection;
      } catch (SQLException failed) {
        Unusable reason = Unusable.because(failed, user);
        unusable.failed(server.name(), reason);
        reasons.put(server.name(), reason);
        failures.add(failed);
      }
    }
    var none = new SQLException(UnusableServers.text(reasons), failures.getLast().getSQLState());
    failures.forEach(none::addSuppressed);
    throw none;
  }

  private void findNewest() {
    for (int i = 0; i < servers.size(); i++) {
      Primary before = newest.get();
      try (Connection learned = open(servers.get(i))) {
        learned.clearWarnings();
        last = newest.get().equals(before) ? last : i;
      } catch (SQLException failed) {
        // It is no primary, or it cannot be reached now.
      }
    }
  }

  private Connection open(Server server) throws SQLException {
    Connection connection = server.connect();
    try {
      Primary primary = primary(connection);
      opened.put(connection.unwrap(Connection.class), primary);
      Primary before = newest.getAndUpdate(known -> isReplacing(primary, known) ? primary : known);
      if (primary.isReplacedBy(before)) {
        throw new Unusable.TimelineOlder(primary.timeline, before.timeline, REFUSED);
      }
      if (before.isReplacedBy(primary)) {
        replaced.run();
      }
      try (var statement = connection.createStatement()) {
        statement.execute(DURABLE);
      }
      connection.setNetworkTimeout(Runnable::run, ANSWER_SECONDS * 1_000);
      return connection;
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }

  private static boolean isReplacing(Primary primary, Primary known) {
    return known.isReplacedBy(primary) || !known.cluster().equals(primary.cluster());
  }

  private static Primary primary(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(TIMELINE)) {
      row.next();
      return new Primary(row.getString("cluster"), row.getString("timeline"));
    } catch (SQLException failed) {
      if (UNSUPPORTED.contains(String.valueOf(failed.getSQLState()))) {
        return Primary.UNKNOWN;
      }
      throw failed;
    }
  }
}
