package dev.latchkey.harness.event;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;

/** A review of access that is running in an organization. */
public final class TestReview {
  private TestReview() {}

  public static String of(Latchkey latchkey, Organization home) {
    var acts = latchkey.installation().reviewActs();
    var _ = acts.start().by(new Actor.Operator(latchkey.now()), home.id(), 30);
    return acts.reviews().of(home.id()).getFirst().id().value();
  }

  /** The path of its first item, below that of all reviews. */
  public static String item(Latchkey latchkey, Organization home) {
    return "/" + of(latchkey, home) + "/items/1";
  }
}
