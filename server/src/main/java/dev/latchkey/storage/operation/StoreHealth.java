package dev.latchkey.storage.operation;

import dev.latchkey.model.process.StorageFault;
import dev.latchkey.model.process.TooBusy;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.query.BoundedCount;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Figures about the store. Each takes a bounded time, because rows are counted only up to a bound.
 */
public record StoreHealth(Database database, Purge purge) {
  private static final String UNENDED_TOKENS =
      """
      organization_tokens t
      WHERE t.ended_at IS NULL
        AND (SELECT c.deleted_at FROM credentials c WHERE c.client_id = t.client_id) IS NULL
      """;

  public record Figures(
      Database.Dialect dialect,
      int schemaVersion,
      long bytes,
      BoundedCount organizations,
      BoundedCount users,
      BoundedCount credentials,
      BoundedCount organizationTokens,
      BoundedCount pairs) {}

  /**
   * Whether this process can read the store, and its cache can learn of all commits. It waits no
   * longer than a request would.
   */
  public boolean isReachable() {
    try {
      database.read(sql -> sql.one("SELECT 1 AS one", row -> row.number("one")));
    } catch (StorageFault | TooBusy unreachable) {
      return false;
    }
    var isCaughtUp = new CompletableFuture<Boolean>();
    database.whenCaughtUp(() -> isCaughtUp.complete(true), () -> isCaughtUp.complete(false));
    return isCaughtUp.join();
  }

  /**
   * Whether the store cannot be reached because its servers are of a time before what this process
   * has seen. Nothing is queried, so this does not wait.
   */
  public boolean isTimelineOlder() {
    return database.isTimelineOlder();
  }

  /**
   * Whether this node's clock is near that of the database, so that other nodes can do better. A
   * single process with SQLite is always ready, because there is no other.
   */
  public boolean isClockRight() {
    return switch (database.dialect()) {
      case SQLITE -> true;
      case POSTGRESQL -> database.clockFault().isEmpty();
    };
  }

  /** Whether this program may use the store, which a newer one may have changed. */
  public boolean isSchemaKnown() {
    try {
      return database.read(Schema::stateOf) != Schema.State.TOO_NEW;
    } catch (StorageFault.ProgramTooOld refused) {
      return false;
    }
  }

  public Figures look(Instant now) {
    return database.list(sql ->
        sql.one(
                """
                SELECT (SELECT MAX(complete_version) FROM schema_version) AS schema_version,
                    ({bytes}) AS bytes,
                    {organizations} AS organizations,
                    {users} AS users,
                    {credentials} AS credentials,
                    {organization_tokens} AS organization_tokens,
                    {pairs} AS pairs
                """
                    .replace("{bytes}", database.dialect().size())
                    .replace("{organizations}", counted("organizations"))
                    .replace("{users}", counted("users WHERE active_since IS NOT NULL"))
                    .replace("{credentials}", counted("credentials WHERE deleted_at IS NULL"))
                    .replace("{organization_tokens}", counted(UNENDED_TOKENS))
                    .replace("{pairs}", counted("pairs WHERE refresh_expires_at > :now")),
                row ->
                    new Figures(
                        database.dialect(),
                        row.number("schema_version"),
                        row.large("bytes"),
                        BoundedCount.inList(row.number("organizations")),
                        BoundedCount.inList(row.number("users")),
                        BoundedCount.inList(row.number("credentials")),
                        BoundedCount.inList(row.number("organization_tokens")),
                        BoundedCount.inList(row.number("pairs"))),
                Map.of("now", now, "most", BoundedCount.LIST_QUERY_LIMIT))
            .orElseThrow());
  }

  private static String counted(String rows) {
    return "(SELECT COUNT(*) FROM (SELECT 1 FROM " + rows + " LIMIT :most) counted)";
  }

  /** How many expired rows wait for the purge. It is counted in every table, up to a bound. */
  public int expiredRows(Instant now) {
    return purge.backlog(now);
  }
}
