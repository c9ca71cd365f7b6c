package dev.latchkey.people.account;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.User;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.WantedPerson;
import dev.latchkey.storage.people.Directory;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Adds a person who can sign in at once, with a password that the operator hands over. */
public record AddPerson(Directory directory, RandomGenerator random) {
  public sealed interface Outcome {}

  public record Added(User user) implements Outcome {}

  public record Flawed(FlawedPerson why) implements Outcome {}

  public enum Refused implements Outcome {
    EMAIL_TAKEN
  }

  public Outcome by(
      Actor.Operator operator, Organization home, WantedPerson wanted, PasswordHash password) {
    Optional<FlawedPerson> flaws = wanted.flaws();
    if (flaws.isPresent()) {
      return new Flawed(flaws.get());
    }
    User user = wanted.created(Id.USER.draw(random), home, User.Role.valueOf(wanted.role()));
    return directory.add(user, password, operator.moment()) ? new Added(user) : Refused.EMAIL_TAKEN;
  }
}
