package dev.latchkey.people.account;

import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.UserAccount;
import java.util.random.RandomGenerator;

/** The acts of this package. */
public record AccountActs(
    AddPerson addPerson, RenameOneself renameOneself, EndOwnSessions endOwnSessions) {
  public static AccountActs on(Directory directory, UserAccount account, RandomGenerator random) {
    return new AccountActs(
        new AddPerson(directory, random),
        new RenameOneself(directory),
        new EndOwnSessions(account));
  }
}
