package dev.latchkey.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.UserAccount;
import java.util.List;

/**
 * Ends access of a person who stays active: a session, the access of an app, or everything. People
 * end their own sessions and apps one by one, without the right to manage anybody.
 */
public record EndAccess(
    PersonGuard guard, AccessRemoval removal, UserAccount account, ActiveGrants grants) {
  public sealed interface Outcome permits Written, NotManaged {}

  public enum Written implements Outcome {
    ENDED,
    ENDED_BEFORE,
    /** The person was changed at the same moment. */
    EDIT_CONFLICT
  }

  public Outcome by(Actor actor, Id.User named, AccessRemoval.What what) {
    if (!actor.is(named)) {
      return endManaged(actor, named, what);
    }
    return switch (what) {
      case AccessRemoval.What.Session(var session) ->
          account.end(List.of(session), named, actor.moment())
              ? Written.ENDED
              : Written.ENDED_BEFORE;
      case AccessRemoval.What.App(var grant) ->
          switch (grants.end(grant, named, actor.moment())) {
            case DONE -> Written.ENDED;
            case ENDED_BEFORE -> Written.ENDED_BEFORE;
            case NOT_OWN -> NotManaged.NOT_FOUND;
          };
      case AccessRemoval.What.Everything _ -> endManaged(actor, named, what);
    };
  }

  private Outcome endManaged(Actor actor, Id.User named, AccessRemoval.What what) {
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
