package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;

/** Where sessions, the steps that lead to one, and the security of an account are stored. */
public record SignInStores(
        Sessions sessions,
        HalfSignIns halves,
        SecondFactors factors,
        ExternalSignIns externals,
        Account account) {
    static SignInStores on(Database database, Limits limits) {
        return new SignInStores(
                new Sessions(database, limits),
                new HalfSignIns(database, limits),
                new SecondFactors(database, limits),
                new ExternalSignIns(database, limits),
                new Account(database, limits));
    }
}
