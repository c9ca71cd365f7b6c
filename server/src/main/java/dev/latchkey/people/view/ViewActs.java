package dev.latchkey.people.view;

import dev.latchkey.storage.UserStores;
import java.util.random.RandomGenerator;

/** The acts of this package. */
public record ViewActs(SaveView saveView, RemoveView removeView, OpenWithView openWithView) {
  public static ViewActs on(UserStores stores, RandomGenerator random) {
    var views = stores.savedViews();
    var saveView = new SaveView(views, stores.directory(), random);
    return new ViewActs(saveView, new RemoveView(views, saveView), new OpenWithView(views));
  }
}
