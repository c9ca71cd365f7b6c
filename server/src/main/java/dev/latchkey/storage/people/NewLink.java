package dev.latchkey.storage.people;

import java.time.Duration;

/** Whether a link was created by which a person chooses a password. */
public sealed interface NewLink {
  record Throttled(Duration retryAfter) implements NewLink {}

  enum Unlimited implements NewLink {
    CREATED,
    /** The address is in use, or the person was changed or disabled at the same moment. */
    CONFLICT
  }
}
