package dev.latchkey.credential;

import java.util.List;
import java.util.Optional;

/** One page of a list of credentials, with its filter. {@code next}: the link to the next page. */
public record CredentialList(
        CredentialFilter filter, List<CredentialListEntry> entries, Optional<String> next) {

    static final int ENTRIES = 50;

    public CredentialList {
        entries = List.copyOf(entries);
    }

    /** Whether there are no credentials at all, instead of none that match the filter. */
    public boolean isEmpty() {
        return entries.isEmpty()
                && !filter.search().isNarrowed()
                && filter.search().after().isEmpty();
    }
}
