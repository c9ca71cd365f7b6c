package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;

/** The stores of users, teams, organizations and password links. */
public record UserStores(
    Users users,
    UserAdministration administration,
    UserLists lists,
    Organizations organizations,
    PasswordLinks links,
    Teams teams,
    UserDirectory directory,
    AccessOfUser access,
    AccessRemoval removal) {
  static UserStores on(Database database, Limits limits) {
    return new UserStores(
        new Users(database),
        new UserAdministration(database, limits),
        new UserLists(database),
        new Organizations(database, limits),
        new PasswordLinks(database, limits),
        new Teams(database),
        new UserDirectory(database),
        new AccessOfUser(database, limits),
        new AccessRemoval(database));
  }
}
