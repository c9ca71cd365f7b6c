package dev.latchkey.credential;

import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedAuditEntry;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scopes;
import dev.latchkey.storage.AuditRecords;
import dev.latchkey.storage.Usage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The activity of a credential: its calls, the scopes that were used, and its entries in the audit
 * log.
 */
public final class CredentialActivity {
    private static final int ENTRIES_SHOWN = 10;

    private final Usage usage;
    private final AuditRecords auditRecords;

    public CredentialActivity(Usage usage, AuditRecords auditRecords) {
        this.usage = usage;
        this.auditRecords = auditRecords;
    }

    /**
     * A scope that the credential has or had, and the number of calls of the last days that needed
     * it.
     */
    public record ScopeUse(String name, long calls, boolean isGranted) {}

    /** {@code older}: the link to older entries of the audit log. */
    public record View(
            Optional<RequestMoment> lastUse,
            CallsChart chart,
            List<ScopeUse> scopes,
            List<ListedAuditEntry> lines,
            Optional<String> older) {}

    /**
     * The entry without the person, if it records that they denied consent. A person who denies an
     * app access does not want to become known to the owner of the app.
     */
    private static ListedAuditEntry withoutWhoDenied(ListedAuditEntry line) {
        return line.entry().event() == AuditEvent.CONSENT_DENIED ? line.withoutPerson() : line;
    }

    View of(CredentialRequest<? extends Credential> at) {
        Id.Client client = at.credential().clientId();
        var now = at.moment().at();
        CallsPerDay calls =
                Optional.ofNullable(usage.callsPerDay(List.of(client), now).get(client))
                        .orElseThrow();
        List<ListedAuditEntry> found =
                auditRecords.page(AuditSearch.of(client, after(at)), ENTRIES_SHOWN + 1);
        List<ListedAuditEntry> shown =
                found.stream()
                        .limit(ENTRIES_SHOWN)
                        .map(CredentialActivity::withoutWhoDenied)
                        .toList();
        return new View(
                Optional.ofNullable(usage.lastUses(List.of(client)).get(client)),
                new CallsChart(calls),
                scopes(at.credential().scope(), usage.scopesUsed(client, now)),
                shown,
                found.size() > ENTRIES_SHOWN
                        ? Optional.of(
                                at.href() + "?before=" + shown.getLast().number() + "#activity")
                        : Optional.empty());
    }

    /**
     * The number of the entry after which the page begins. It is the last entry of the previous
     * page.
     */
    private static Optional<Long> after(CredentialRequest<? extends Credential> at) {
        return at.request()
                .query()
                .value("before")
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::valueOf);
    }

    private static List<ScopeUse> scopes(Scopes granted, Map<String, Long> calls) {
        var names = new TreeSet<>(calls.keySet());
        names.addAll(granted.names());
        return names.stream()
                .map(name ->
                        new ScopeUse(
                                name, calls.getOrDefault(name, 0L), granted.names().contains(name)))
                .toList();
    }
}
