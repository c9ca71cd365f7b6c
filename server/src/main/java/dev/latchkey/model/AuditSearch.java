package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * Which lines of the trail, the newest first, and the last one that the page before showed. Without
 * an organization: those of all, and those of none.
 */
public record AuditSearch(
        Optional<Id.Organization> organization,
        Optional<Instant> from,
        Optional<Instant> until,
        Optional<Id.User> person,
        Optional<Id.Client> client,
        Optional<AuditEvent> event,
        Optional<Long> after) {

    public static AuditSearch of(Id.Client client, Optional<Long> after) {
        return new AuditSearch(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(client),
                Optional.empty(),
                after);
    }

    public AuditSearch after(long last) {
        return new AuditSearch(organization, from, until, person, client, event, Optional.of(last));
    }
}
