package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;

/** Where users, their teams and organizations, and the links that set passwords are stored. */
public record UserStores(
        Users users,
        UserAdministration administration,
        Organizations organizations,
        PasswordLinks links,
        UserDirectory directory) {
    static UserStores on(Database database, Limits limits) {
        return new UserStores(
                new Users(database),
                new UserAdministration(database, limits),
                new Organizations(database, limits),
                new PasswordLinks(database, limits),
                new UserDirectory(database));
    }
}
