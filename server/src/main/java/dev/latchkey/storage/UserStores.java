package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;

/** Where users, their teams and organizations, and the links that set passwords are stored. */
public record UserStores(
        People people,
        Roster roster,
        Organizations organizations,
        PasswordLinks links,
        Directory directory) {
    static UserStores on(Database database, Limits limits) {
        return new UserStores(
                new People(database),
                new Roster(database, limits),
                new Organizations(database, limits),
                new PasswordLinks(database, limits),
                new Directory(database));
    }
}
