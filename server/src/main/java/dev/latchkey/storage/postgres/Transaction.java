package dev.latchkey.storage.postgres;

import dev.latchkey.storage.database.ProgramFence;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A transaction of PostgreSQL with its number. If the response to its COMMIT is lost, another
 * connection can query its outcome. {@code server} changes when the server restarts, recovers from
 * a crash or hands over to a standby. Then the number may belong to another transaction, so the
 * outcome of this one is unknown.
 */
public record Transaction(String id, String server) {

    /**
     * To be called as the first statement of a transaction. It gives the transaction its number. It
     * also makes the server plan each statement once instead of for every set of values, because
     * writes find rows by their keys and the plan is always the same.
     */
    static Transaction begin(Sql sql) throws SQLException {
        return sql.one(
                        """
                        SELECT CAST(pg_current_xact_id() AS TEXT) AS id,
                            pg_postmaster_start_time() || ' ' || (SELECT stats_reset FROM pg_stat_bgwriter) AS server,
                            set_config('plan_cache_mode', 'force_generic_plan', true),
                            (SELECT MAX(oldest_program) FROM schema_version) AS oldest_program
                        """,
                        row -> {
                            ProgramFence.check(row.number("oldest_program"));
                            return new Transaction(row.text("id"), row.text("server"));
                        })
                .orElseThrow();
    }

    enum Fate {
        COMMITTED,
        ABORTED,
        IN_PROGRESS,
        UNKNOWN
    }

    Fate fate(Sql another) throws SQLException {
        return another.one(
                        """
                        SELECT pg_xact_status(CAST(? AS XID8)) AS status,
                            pg_postmaster_start_time() || ' ' || (SELECT stats_reset FROM pg_stat_bgwriter) AS server
                        """,
                        row ->
                                row.text("server").equals(server)
                                        ? fate(row.maybeText("status"))
                                        : Fate.UNKNOWN,
                        id)
                .orElseThrow();
    }

    /**
     * The status is empty if the transaction is so old that the server has forgotten its outcome.
     */
    private static Fate fate(Optional<String> status) {
        return switch (status.orElse("")) {
            case "committed" -> Fate.COMMITTED;
            case "aborted" -> Fate.ABORTED;
            case "in progress" -> Fate.IN_PROGRESS;
            default -> Fate.UNKNOWN;
        };
    }
}
