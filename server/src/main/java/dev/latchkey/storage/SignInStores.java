package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.people.ExternalSignIns;
import dev.latchkey.storage.people.Passkeys;
import dev.latchkey.storage.people.PendingSignIns;
import dev.latchkey.storage.people.SecondFactors;
import dev.latchkey.storage.people.Sessions;
import dev.latchkey.storage.people.UserAccount;

/** The stores of sessions, of the steps of a sign-in, and of the security of an account. */
public record SignInStores(
    Sessions sessions,
    PendingSignIns pendingSignIns,
    SecondFactors factors,
    Passkeys passkeys,
    ExternalSignIns externals,
    UserAccount account) {
  static SignInStores on(Database database, Limits limits) {
    return new SignInStores(
        new Sessions(database, limits),
        new PendingSignIns(database, limits),
        new SecondFactors(database, limits),
        new Passkeys(database, limits),
        new ExternalSignIns(database, limits),
        new UserAccount(database, limits));
  }
}
