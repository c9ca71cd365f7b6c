package dev.latchkey.storage.call;

import dev.latchkey.storage.database.Database;

/** The stores of the request log. */
public record CallStores(
    CallBlocks blocks, CallHours hours, TokenHolders holders, CallRetention retention) {
  public static CallStores on(Database database) {
    return new CallStores(
        new CallBlocks(database),
        new CallHours(database),
        new TokenHolders(database),
        new CallRetention(database));
  }
}
