package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.audit.AuditExport;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.audit.AuditSeals;
import dev.latchkey.storage.call.CallStores;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.event.Deliveries;
import dev.latchkey.storage.event.DeliveryLog;
import dev.latchkey.storage.event.EventOutbox;
import dev.latchkey.storage.event.WaitingMails;
import dev.latchkey.storage.event.Webhooks;
import dev.latchkey.storage.issued.RevocationCleanup;
import dev.latchkey.storage.operation.DailyCalls;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.operation.RefusedCalls;
import dev.latchkey.storage.operation.SealedKeys;
import dev.latchkey.storage.operation.SigningKeys;
import dev.latchkey.storage.operation.StoreHealth;
import dev.latchkey.storage.operation.Usage;
import java.util.function.Supplier;

/** The stores of the data that operators read, and of the keys with which the server signs. */
public record OperationStores(
    AuditRecords auditRecords,
    AuditExport auditExport,
    AuditSeals auditSeals,
    Usage usage,
    DailyCalls dailyCalls,
    CallStores calls,
    RefusedCalls refusedCalls,
    Purge purge,
    RevocationCleanup revocationCleanup,
    StoreHealth health,
    SigningKeys signingKeys,
    SealedKeys sealedKeys,
    Webhooks webhooks,
    Deliveries deliveries,
    DeliveryLog deliveryLog,
    EventOutbox eventOutbox,
    WaitingMails waitingMails,
    AlertList alerts) {
  static OperationStores on(Database database, Limits limits, Supplier<AuditLimits> audit) {
    var purge = new Purge(database, limits, audit);
    var export = new AuditExport(database);
    return new OperationStores(
        new AuditRecords(database),
        export,
        new AuditSeals(database),
        new Usage(database),
        new DailyCalls(database),
        CallStores.on(database),
        new RefusedCalls(database),
        purge,
        new RevocationCleanup(database),
        new StoreHealth(database, purge),
        new SigningKeys(database),
        new SealedKeys(database),
        new Webhooks(database, limits),
        new Deliveries(database),
        new DeliveryLog(database),
        new EventOutbox(database, export),
        new WaitingMails(database),
        new AlertList(database));
  }
}
