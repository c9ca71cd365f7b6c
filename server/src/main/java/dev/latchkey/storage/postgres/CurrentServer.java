package dev.latchkey.storage.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * The server to which the address of the database leads now. After a failover that is another one,
 * but a connection that was opened before may still reach the former primary, and a former primary
 * that was not fenced still answers. The rows there are old, and the changes of the new primary are
 * not in its records. So the pool and the change feed use connections to one server only: the
 * server of the newest connection, except that a former primary is never followed.
 *
 * <p>The server of a connection is queried once, before the connection is first used.
 */
final class CurrentServer {
    /**
     * A promoted standby has the same cluster identifier as the former primary, and a higher
     * timeline. A server that was restarted has another start time.
     */
    private static final String IDENTITY =
            """
            SELECT (SELECT system_identifier FROM pg_control_system()) AS cluster,
                CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) END
                    AS timeline,
                CAST(pg_postmaster_start_time() AS TEXT) AS started
            """;

    private record Server(String cluster, String timeline, String started) {
        static Server read(ResultSet row) throws SQLException {
            return new Server(
                    row.getString("cluster"), row.getString("timeline"), row.getString("started"));
        }

        boolean isFormerPrimaryOf(Server other) {
            return cluster.equals(other.cluster) && timeline.compareTo(other.timeline) < 0;
        }
    }

    private final Map<Connection, Server> servers =
            Collections.synchronizedMap(new WeakHashMap<>());

    private volatile Optional<Server> current = Optional.empty();

    /** Whether this connection may be used: whether it leads to the current server. */
    boolean isReachedBy(Connection connection) throws SQLException {
        Connection real = connection.unwrap(Connection.class);
        Server server = servers.get(real);
        if (server == null) {
            server = query(connection);
            servers.put(real, server);
            follow(server);
        }
        return current.equals(Optional.of(server));
    }

    private static Server query(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(IDENTITY)) {
            row.next();
            return Server.read(row);
        }
    }

    private synchronized void follow(Server server) {
        if (current.isEmpty() || !server.isFormerPrimaryOf(current.get())) {
            current = Optional.of(server);
        }
    }
}
