package dev.latchkey.model;

import java.util.Optional;

/** A line of the trail as people read it: with the names of whom and what it tells. */
public record ListedAuditEntry(
        long number,
        AuditEntry entry,
        Optional<String> person,
        Optional<String> about,
        Optional<String> credential) {

    /** What happened, without who did it and from where. */
    public ListedAuditEntry withoutPerson() {
        var nobody =
                new AuditEntry(
                        new RequestMoment(entry.moment().at(), ""),
                        entry.event(),
                        entry.outcome(),
                        Optional.empty(),
                        entry.aboutUser(),
                        entry.client(),
                        entry.organization(),
                        entry.team());
        return new ListedAuditEntry(number, nobody, Optional.empty(), about, credential);
    }

    public boolean isOk() {
        return entry.outcome().equals(AuditEntry.OK);
    }
}
