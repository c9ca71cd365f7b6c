package dev.latchkey.model;

import java.util.Optional;

/**
 * What allows a request: the session of a browser, or the token of a program. A write for the
 * request is made only while this is still active and its person has the same rights as when the
 * request was checked.
 */
public sealed interface Authority permits SignedIn, PresentedToken {
  /** The person or the virtual administrator for whom the request is made. */
  Id.Subject subject();

  /** Empty for a virtual administrator. */
  default Optional<Id.User> person() {
    return subject() instanceof Id.User person ? Optional.of(person) : Optional.empty();
  }
}
