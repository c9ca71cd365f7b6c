package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.Database;
import java.util.function.Supplier;

/**
 * All stores on one database, grouped by subject. A feature receives the stores that it needs,
 * never this record.
 */
public record Stores(
    UserStores users,
    SignInStores signIn,
    CredentialStores credentials,
    GrantStores grants,
    OperationStores operation) {
  public static Stores on(
      Database database,
      Limits limits,
      Supplier<Rules> rules,
      Supplier<AuditLimits> audit,
      StoreClock clock) {
    return new Stores(
        UserStores.on(database, limits),
        SignInStores.on(database, limits),
        CredentialStores.on(database, limits),
        GrantStores.on(database, limits, rules, clock),
        OperationStores.on(database, limits, audit));
  }
}
