package dev.latchkey.people;

import dev.latchkey.model.Actor;
import dev.latchkey.storage.people.Users;
import java.util.Map;
import java.util.Optional;

/** Gives the actor another name. Administrators change what else is stored about a person. */
public record RenameOneself(Users users) {
  public sealed interface Outcome permits Renamed, FlawedNames {}

  public record Renamed() implements Outcome {}

  public Outcome by(Actor.Person actor, String name) {
    Optional<FlawedNames> flaws = FlawedNames.in(Map.of("name", name));
    if (flaws.isPresent()) {
      return flaws.get();
    }
    users.rename(actor.user(), name, actor.moment());
    return new Renamed();
  }
}
