package dev.latchkey.people;

import java.time.Duration;

/** There were too many links to one person or of one organization. The next is possible later. */
public record Throttled(Duration retryAfter)
    implements InvitePerson.Outcome, CreatePasswordLink.Outcome {}
