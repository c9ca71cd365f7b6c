package dev.latchkey.storage.sqlite;

import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sqlite.Function;

/**
 * Triggers on the writer's connection that tell of every row a check may have read, whoever changes
 * it and with whatever statement: no move can forget it. They watch all columns but those no check
 * reads, so a column added later is watched as well. Those of PostgreSQL are in its schema.
 */
public final class SqliteTriggers {
    /** By table, the rows that an answer knows to hang on: its own, or those that stand for it. */
    public static final Map<String, String> TELL =
            Map.of(
                    "pairs", "SELECT touched(OLD.access_hash);",
                    "organization_tokens", "SELECT touched(OLD.token_hash);",
                    "grants", "SELECT touched(OLD.grant_id);",
                    "credentials", "SELECT touched(OLD.client_id);",
                    "teams", "SELECT touched(OLD.team_id);",
                    "memberships", "SELECT touched(OLD.user_id);",
                    "client_secrets", "SELECT touched(OLD.secret_hash);",
                    "throttles", "SELECT touched(OLD.bucket);",
                    "users", "SELECT touched(OLD.user_id);");

    /**
     * By table, the same of a row that is new, where it matters to an answer that there was none:
     * the first wrong secret of a client fills its bucket.
     */
    public static final Map<String, String> TELL_NEW =
            Map.of("throttles", "SELECT touched(NEW.bucket);");

    /** What SQLite calls the type of a hash, in its C interface. */
    private static final int BLOB = 4;

    /** What no check reads. */
    public static final Set<String> UNREAD =
            Set.of(
                    "first_used_at",
                    "last_used_at",
                    "last_used_from",
                    "former_owner_id",
                    "transferred_at",
                    "exchanged_at",
                    "password",
                    "version",
                    "factor_key",
                    "factor_since",
                    "factor_step");

    private static final String AT_THIS_MOMENT = "CAST(strftime('%s', 'now') AS INTEGER) * 1000";

    /**
     * By table, what of a deleted row must be told: what a check would call dead anyway need not
     * be, or a purge would void whatever shares a place with it.
     */
    private static final Map<String, String> ALIVE =
            Map.of(
                    "pairs", "OLD.rotated_at IS NULL AND OLD.access_expires_at > " + AT_THIS_MOMENT,
                    "grants", "OLD.ended_at IS NULL AND OLD.ends_at > " + AT_THIS_MOMENT,
                    "throttles", "OLD.full_until > " + AT_THIS_MOMENT);

    private SqliteTriggers() {}

    static void begin(Connection writer, Sql sql, ChangeVersions versions) throws SQLException {
        Function.create(writer, "touched", new Tell(versions));
        for (Map.Entry<String, String> each : TELL.entrySet()) {
            String table = each.getKey();
            String update = "UPDATE OF " + watched(sql, table);
            trigger(sql, table, update, "TRUE", each.getValue());
            trigger(sql, table, "DELETE", ALIVE.getOrDefault(table, "TRUE"), each.getValue());
        }
        for (Map.Entry<String, String> each : TELL_NEW.entrySet()) {
            trigger(sql, each.getKey(), "INSERT", "TRUE", each.getValue());
        }
    }

    private static String watched(Sql sql, String table) throws SQLException {
        return sql
                .all("SELECT name FROM pragma_table_info(?)", row -> row.text("name"), table)
                .stream()
                .filter(column -> !UNREAD.contains(column))
                .collect(Collectors.joining(", "));
    }

    private static void trigger(Sql sql, String table, String change, String condition, String tell)
            throws SQLException {
        sql.update(
                "CREATE TEMP TRIGGER %s_%s AFTER %s ON main.%s WHEN %s BEGIN %s END"
                        .formatted(
                                table,
                                change.substring(0, "UPDATE".length()),
                                change,
                                table,
                                condition,
                                tell));
    }

    /** What the triggers call, once for each row. */
    static final class Tell extends Function {
        private final ChangeVersions versions;

        Tell(ChangeVersions versions) {
            this.versions = versions;
        }

        @Override
        protected void xFunc() throws SQLException {
            if (value_type(0) == BLOB) {
                versions.row(SecretHash.stored(value_blob(0)));
            } else {
                versions.row(value_text(0));
            }
        }
    }
}
