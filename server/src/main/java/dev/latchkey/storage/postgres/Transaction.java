package dev.latchkey.storage.postgres;

import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A transaction of PostgreSQL by its number, so that another connection can ask what became of it
 * when the answer to its COMMIT was lost. {@code server} changes when the server starts anew,
 * recovers from a crash or hands over to a standby: the number may then belong to another
 * transaction, so nothing can be said of this one.
 */
public record Transaction(String id, String server) {

    /**
     * To be asked first. Gives the transaction its number, and has its statements planned once, not
     * for every set of values: moves find rows by their keys.
     */
    static Transaction begin(Sql sql) throws SQLException {
        return sql.one(
                        """
                        SELECT CAST(pg_current_xact_id() AS TEXT) AS id,
                            pg_postmaster_start_time() || ' ' || (SELECT stats_reset FROM pg_stat_bgwriter) AS server,
                            set_config('plan_cache_mode', 'force_generic_plan', true)
                        """,
                        row -> new Transaction(row.text("id"), row.text("server")))
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

    /** Empty for one so old that its end has been forgotten. */
    private static Fate fate(Optional<String> status) {
        return switch (status.orElse("")) {
            case "committed" -> Fate.COMMITTED;
            case "aborted" -> Fate.ABORTED;
            case "in progress" -> Fate.IN_PROGRESS;
            default -> Fate.UNKNOWN;
        };
    }
}
