package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * Which lines of the trail, the newest first, and the last one that the page before showed. Without
 * an organization: those of all, and those of none.
 */
public record TrailSearch(
        Optional<Id.Organization> organization,
        Optional<Instant> from,
        Optional<Instant> until,
        Optional<Id.User> person,
        Optional<Id.Client> client,
        Optional<Event> event,
        Optional<Long> after) {

    public static TrailSearch of(Id.Client client, Optional<Long> after) {
        return new TrailSearch(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(client),
                Optional.empty(),
                after);
    }

    public TrailSearch after(long last) {
        return new TrailSearch(organization, from, until, person, client, event, Optional.of(last));
    }
}
