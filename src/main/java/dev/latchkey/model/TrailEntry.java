package dev.latchkey.model;

import java.util.Optional;

/** A line of the trail as people read it: with the names of whom and what it tells. */
public record TrailEntry(
        long number,
        AuditEntry entry,
        Optional<String> person,
        Optional<String> about,
        Optional<String> credential) {

    public boolean isOk() {
        return entry.outcome().equals(AuditEntry.OK);
    }
}
