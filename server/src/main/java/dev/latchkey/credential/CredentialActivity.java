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

/** What a credential has been doing: calls, scopes put to use, and its part of the trail. */
public final class CredentialActivity {
    private static final int LINES = 10;

    private final Usage usage;
    private final AuditRecords auditRecords;

    public CredentialActivity(Usage usage, AuditRecords auditRecords) {
        this.usage = usage;
        this.auditRecords = auditRecords;
    }

    /** A scope it has, or had, and the calls of the last days that needed it. */
    public record ScopeUse(String name, long calls, boolean isGranted) {}

    /** {@code older}: where the trail goes on. */
    public record View(
            Optional<RequestMoment> lastUse,
            CallsChart chart,
            List<ScopeUse> scopes,
            List<ListedAuditEntry> lines,
            Optional<String> older) {}

    /** Who denied an app access did not mean to become known to its owner. */
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
                auditRecords.page(AuditSearch.of(client, after(at)), LINES + 1);
        List<ListedAuditEntry> shown =
                found.stream().limit(LINES).map(CredentialActivity::withoutWhoDenied).toList();
        return new View(
                Optional.ofNullable(usage.lastUses(List.of(client)).get(client)),
                new CallsChart(calls),
                scopes(at.credential().scope(), usage.scopesUsed(client, now)),
                shown,
                found.size() > LINES
                        ? Optional.of(
                                at.href() + "?before=" + shown.getLast().number() + "#activity")
                        : Optional.empty());
    }

    /** The line of the trail that the page before ended with. */
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
