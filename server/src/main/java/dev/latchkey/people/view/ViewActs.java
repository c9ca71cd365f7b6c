package dev.latchkey.people.view;

import dev.latchkey.storage.UserStores;
import java.util.random.RandomGenerator;

/** The acts of this package. */
public record ViewActs(SaveView saveView, RemoveView removeView, OpenWithView openWithView) {
  public static ViewActs on(UserStores stores, RandomGenerator random) {
    var views = stores.savedViews();
    return new ViewActs(
        new SaveView(views, stores.directory(), random),
        new RemoveView(views),
        new OpenWithView(views));
  }
}
