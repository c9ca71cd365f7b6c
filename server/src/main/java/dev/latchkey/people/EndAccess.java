package dev.latchkey.people;

import dev.latchkey.model.Actor;
import dev.latchkey.model.Id;
import dev.latchkey.storage.people.AccessRemoval;

/** Ends access of a person who stays active: a session, the access of an app, or everything. */
public record EndAccess(PersonGuard guard, AccessRemoval removal) {
  public sealed interface Outcome permits Written, NotManaged {}

  public enum Written implements Outcome {
    ENDED,
    ENDED_BEFORE,
    /** The person was changed at the same moment. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor actor, Id.User named, AccessRemoval.What what) {
    return switch (guard.manage(actor, named)) {
      case PersonGuard.Granted(var person, _) ->
          switch (removal.end(person, what, actor)) {
            case DONE -> Written.ENDED;
            case ENDED_BEFORE -> Written.ENDED_BEFORE;
            case EDIT_CONFLICT -> Written.EDIT_CONFLICT;
          };
      case NotManaged refused -> refused;
    };
  }
}
