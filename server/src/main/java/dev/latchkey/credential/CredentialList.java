package dev.latchkey.credential;

import dev.latchkey.model.Credential;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.CredentialLists;
import java.util.List;
import java.util.Optional;

/** One page of a list of credentials, with its filter. {@code next}: the link to the next page. */
public record CredentialList(CredentialFilter filter, List<Entry> entries, Optional<String> next) {

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

    /** One credential in the list. */
    public record Entry(
            CredentialLists.Listed listed,
            String href,
            Optional<RequestMoment> lastUse,
            CallsChart chart) {
        public Credential credential() {
            return listed.credential();
        }

        public long reads() {
            return credential().scope().names().size() - writes();
        }

        public long writes() {
            return credential().scope().names().stream()
                    .filter(name -> name.startsWith("write:"))
                    .count();
        }

        public boolean isPersonal() {
            return credential() instanceof Credential.Personal;
        }
    }
}
