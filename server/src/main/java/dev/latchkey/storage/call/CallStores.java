package dev.latchkey.storage.call;

import dev.latchkey.storage.database.Database;

/** The stores of the request log. */
public record CallStores(
    CallBlocks blocks,
    CallHours hours,
    RouteCalls routes,
    CallWriters writers,
    TokenHolders holders,
    OrganizationLogs logs,
    CallRetention retention) {
  public static CallStores on(Database database) {
    var logs = new OrganizationLogs(database);
    return new CallStores(
        new CallBlocks(database),
        new CallHours(database),
        new RouteCalls(database),
        new CallWriters(database),
        new TokenHolders(database),
        logs,
        new CallRetention(database, logs));
  }
}
