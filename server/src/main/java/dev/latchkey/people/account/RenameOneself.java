package dev.latchkey.people.account;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.storage.people.Directory;
import java.util.Optional;

/** Gives the actor another name. Administrators change what else is stored about a person. */
public record RenameOneself(Directory directory) {
  public sealed interface Outcome {}

  public record Renamed() implements Outcome {}

  public record Flawed(DisplayName.Flaw flaw) implements Outcome {}

  public Outcome by(Actor.Person actor, String name) {
    Optional<DisplayName.Flaw> flaw = DisplayName.flawOf(name);
    if (flaw.isPresent()) {
      return new Flawed(flaw.get());
    }
    directory.rename(actor.user(), name, actor.moment());
    return new Renamed();
  }
}
