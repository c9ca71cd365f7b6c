package dev.latchkey.people.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.SavedViews;

/** Removes a view that the actor has saved. */
public record RemoveView(SavedViews views) {
  public void by(Actor.Person actor, Id.View view) {
    views.remove(actor.user(), view, actor.moment());
  }
}
