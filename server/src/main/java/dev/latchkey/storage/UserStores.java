package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.people.AccessOfUser;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.Administrators;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.PasswordLinks;
import dev.latchkey.storage.people.ReadableDirectory;
import dev.latchkey.storage.people.SavedViews;
import dev.latchkey.storage.people.SetupLinks;
import dev.latchkey.storage.people.Teams;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.people.UserLists;

/** The stores of users, teams, organizations and password links. */
public record UserStores(
    Directory directory,
    Administrators administrators,
    SetupLinks setupLinks,
    UserAdministration administration,
    UserLists lists,
    Organizations organizations,
    PasswordLinks links,
    Teams teams,
    ReadableDirectory readable,
    AccessOfUser access,
    AccessRemoval removal,
    SavedViews savedViews) {
  static UserStores on(Database database, Limits limits) {
    return new UserStores(
        new Directory(database),
        new Administrators(database),
        new SetupLinks(database),
        new UserAdministration(database, limits),
        new UserLists(database),
        new Organizations(database, limits),
        new PasswordLinks(database, limits),
        new Teams(database),
        new ReadableDirectory(database),
        new AccessOfUser(database, limits),
        new AccessRemoval(database),
        new SavedViews(database));
  }
}
