package dev.latchkey.people.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.SavedViews;

/** Removes a view that the actor has saved, or as an administrator one that others share. */
public record RemoveView(SavedViews views, SaveView sharing) {
  public void by(Actor.Person actor, Id.View view) {
    views.remove(actor.user(), sharing.mayShare(actor), view, actor.moment());
  }
}
