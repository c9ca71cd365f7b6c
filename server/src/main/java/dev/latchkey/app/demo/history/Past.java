package dev.latchkey.app.demo.history;

import dev.latchkey.model.Id;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.storage.Stores;
import java.util.random.RandomGenerator;

/**
 * What the parts of the history share. {@code chance} is the same at each start, so the story is;
 * {@code random} draws ids and secrets.
 */
record Past(
    Stores stores,
    DirectoryActs acts,
    Cast cast,
    Timeline timeline,
    Days days,
    RandomGenerator chance,
    RandomGenerator random) {
  Id.Form form() {
    return Id.FORM.draw(random);
  }

  /** One of these. */
  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[chance.nextInt(values.length)];
  }
}
