package dev.latchkey.model;

import java.time.Instant;
import java.util.Optional;

/**
 * Which entries of the audit log a page shows. The newest come first. {@code after} is the number
 * of the last entry on the page before. Without {@code organization}, the search covers the entries
 * of every organization and those that belong to no organization.
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
