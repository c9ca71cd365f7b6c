package dev.latchkey.storage;

import dev.latchkey.model.AuditLimits;
import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;
import java.util.function.Supplier;

/** The stores of the data that operators read, and of the keys with which the server signs. */
public record OperationStores(
        AuditRecords auditRecords,
        Usage usage,
        DailyCalls dailyCalls,
        RefusedCalls refusedCalls,
        Purge purge,
        StoreHealth health,
        SigningKeys signingKeys) {
    static OperationStores on(Database database, Limits limits, Supplier<AuditLimits> audit) {
        var purge = new Purge(database, limits, audit);
        return new OperationStores(
                new AuditRecords(database),
                new Usage(database),
                new DailyCalls(database),
                new RefusedCalls(database),
                purge,
                new StoreHealth(database, purge),
                new SigningKeys(database));
    }
}
