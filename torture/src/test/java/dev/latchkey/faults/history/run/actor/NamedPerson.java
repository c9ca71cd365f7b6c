package dev.latchkey.faults.history.run.actor;

import dev.latchkey.harness.Person;

/** A person with the name that the history uses, and the tokens that were issued for the person. */
public record NamedPerson(String name, Person account, IssuedTokens tokens) {
  static NamedPerson of(String name, Person account) {
    return new NamedPerson(name, account, new IssuedTokens());
  }

  /** The person's membership in their only team, which the person may have left. */
  String membership() {
    return name + "@team";
  }
}
