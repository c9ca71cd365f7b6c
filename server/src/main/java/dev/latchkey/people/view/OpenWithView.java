package dev.latchkey.people.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.storage.people.SavedViews;
import java.util.Optional;

/** Chooses the view with which a list opens for the actor; without one it opens unfiltered. */
public record OpenWithView(SavedViews views) {
  public void by(Actor.Person actor, String list, Optional<Id.View> view) {
    views.openFirst(actor.user(), list, view, actor.moment());
  }
}
