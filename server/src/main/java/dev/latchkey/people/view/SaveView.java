package dev.latchkey.people.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.SavedViews;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Gives the filters of a list a name. Administrators can share them with all of their organization
 * who see the list.
 */
public record SaveView(SavedViews views, Directory directory, RandomGenerator random) {
  private static final Pattern LIST = Pattern.compile("[A-Z_]{1,40}");

  public sealed interface Outcome {}

  public record Saved() implements Outcome {}

  /** The name cannot be shown, or these are no filters of a list. */
  public record Flawed() implements Outcome {}

  public record TooMany() implements Outcome {}

  public record Wanted(String list, String name, String filters, boolean isShared) {}

  public Outcome by(Actor.Person actor, Wanted wanted) {
    boolean isRight =
        DisplayName.flawOf(wanted.name()).isEmpty()
            && LIST.matcher(wanted.list()).matches()
            && ListFilters.parse(wanted.filters()).isPresent();
    if (!isRight) {
      return new Flawed();
    }
    var view =
        new SavedViews.NewView(
            Id.VIEW.draw(random),
            wanted.list(),
            wanted.name(),
            wanted.filters(),
            wanted.isShared() && mayShare(actor));
    return views.save(actor.user(), view, actor.moment()) ? new Saved() : new TooMany();
  }

  public boolean mayShare(Actor.Person actor) {
    return directory
        .find(actor.user().organization())
        .filter(home -> Rights.allow(actor.user(), Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, home))
        .isPresent();
  }
}
