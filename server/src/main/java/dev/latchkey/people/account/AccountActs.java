package dev.latchkey.people.account;

import dev.latchkey.storage.people.UserAccount;
import dev.latchkey.storage.people.Users;
import java.util.random.RandomGenerator;

/** The acts of this package. */
public record AccountActs(
    AddPerson addPerson, RenameOneself renameOneself, EndOwnSessions endOwnSessions) {
  public static AccountActs on(Users users, UserAccount account, RandomGenerator random) {
    return new AccountActs(
        new AddPerson(users, random), new RenameOneself(users), new EndOwnSessions(account));
  }
}
