package dev.latchkey.model;

import java.util.Optional;

/**
 * What allows a request: the session of a browser, or the token of a program. A write for the
 * request is made only while this is still active and its person has the same rights as when the
 * request was checked.
 */
public sealed interface Authority permits SignedIn, PresentedToken {
    /** The person for whom the request is made; empty for a virtual administrator. */
    Optional<Id.User> person();
}
