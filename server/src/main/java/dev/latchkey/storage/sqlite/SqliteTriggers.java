package dev.latchkey.storage.sqlite;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sqlite.Function;

/**
 * Triggers on the connection of the writer. They report every change of a row that a check may have
 * read, by any statement, so no write can forget to report it. They watch all columns except those
 * that no check reads. A column that is added later is watched automatically. The triggers of
 * PostgreSQL are in its schema.
 */
public final class SqliteTriggers {
  /**
   * What to report for each table when a row is changed or deleted: the key of the row, or the key
   * of another row that stands for it.
   */
  public static final Map<String, String> ON_CHANGE =
      Map.of(
          "pairs", "SELECT touched(OLD.access_hash);",
          "organization_tokens", "SELECT touched(OLD.token_hash);",
          "grants", "SELECT touched(OLD.grant_id);",
          "credentials", "SELECT touched(OLD.client_id);",
          "teams", "SELECT touched(OLD.team_id);",
          "memberships", "SELECT touched(OLD.user_id);",
          "client_secrets", "SELECT touched(OLD.secret_hash);",
          "throttles", "SELECT touched(OLD.bucket);",
          "revocations", "SELECT touched(OLD.subject);",
          "users", "SELECT touched(OLD.user_id);");

  /**
   * What to report for each table when a row is inserted. It is needed only where a cached value
   * depends on the absence of a row: the first wrong secret of a client inserts its bucket, and the
   * first revocation of everything its number.
   */
  public static final Map<String, String> ON_INSERT =
      Map.of(
          "throttles", "SELECT touched(NEW.bucket);",
          "revocations", "SELECT touched(NEW.subject);");

  /** The type code of a hash in SQLite's C interface. */
  private static final int BLOB = 4;

  /** The columns that no check reads. */
  public static final Set<String> IGNORED_COLUMNS =
      Stream.concat(
              Stream.of(AppProfile.Text.values()).map(AppProfile.Text::code),
              Stream.of(
                  "first_used_at",
                  "last_used_at",
                  "last_used_from",
                  "former_owner_id",
                  "transferred_at",
                  "exchanged_at",
                  "logo",
                  "created_by",
                  "issued_by",
                  "ending",
                  "announced_at",
                  "times_cleared",
                  "revoked_at",
                  "password",
                  "signed_in_at",
                  "version",
                  "search_text",
                  "factor_key",
                  "factor_since",
                  "factor_step",
                  "passkeys"))
          .collect(Collectors.toUnmodifiableSet());

  private static final String NOW_MILLIS = "CAST(strftime('%s', 'now') AS INTEGER) * 1000";

  /**
   * For each table, which deleted rows must be reported. Rows that a check treats as inactive in
   * any case are not reported. Otherwise a purge would fill the list of recent changes.
   */
  private static final Map<String, String> DELETE_CONDITIONS =
      Map.of(
          "pairs", "OLD.rotated_at IS NULL AND OLD.access_expires_at > " + NOW_MILLIS,
          "grants", "OLD.ended_at IS NULL AND OLD.ends_at > " + NOW_MILLIS,
          "throttles", "OLD.full_until > " + NOW_MILLIS);

  private SqliteTriggers() {}

  static void create(Connection writer, Sql sql, ChangeVersions versions) throws SQLException {
    Function.create(writer, "touched", new ReportChange(versions));
    for (Map.Entry<String, String> entry : ON_CHANGE.entrySet()) {
      String table = entry.getKey();
      String update = "UPDATE OF " + watchedColumns(sql, table);
      trigger(sql, table, update, "TRUE", entry.getValue());
      trigger(
          sql, table, "DELETE", DELETE_CONDITIONS.getOrDefault(table, "TRUE"), entry.getValue());
    }
    for (Map.Entry<String, String> entry : ON_INSERT.entrySet()) {
      trigger(sql, entry.getKey(), "INSERT", "TRUE", entry.getValue());
    }
  }

  private static String watchedColumns(Sql sql, String table) throws SQLException {
    return sql.all("SELECT name FROM pragma_table_info(?)", row -> row.text("name"), table).stream()
        .filter(column -> !IGNORED_COLUMNS.contains(column))
        .collect(Collectors.joining(", "));
  }

  private static void trigger(Sql sql, String table, String change, String condition, String action)
      throws SQLException {
    sql.update(
        "CREATE TEMP TRIGGER %s_%s AFTER %s ON main.%s WHEN %s BEGIN %s END"
            .formatted(
                table, change.substring(0, "UPDATE".length()), change, table, condition, action));
  }

  /** The SQL function that the triggers call for each row. */
  static final class ReportChange extends Function {
    private final ChangeVersions versions;

    ReportChange(ChangeVersions versions) {
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
