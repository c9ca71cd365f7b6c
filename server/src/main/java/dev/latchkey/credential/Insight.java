package dev.latchkey.credential;

import dev.latchkey.http.Request;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Event;
import dev.latchkey.model.Id;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.TrailEntry;
import dev.latchkey.model.TrailSearch;
import dev.latchkey.storage.Trail;
import dev.latchkey.storage.Usage;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What a credential has been doing: calls, scopes put to use, and its part of the trail. */
public final class Insight {
    private static final int LINES = 10;

    private final Usage usage;
    private final Trail trail;

    public Insight(Usage usage, Trail trail) {
        this.usage = usage;
        this.trail = trail;
    }

    /** A scope it has, or had, and the calls of the last days that needed it. */
    public record ScopeUse(String name, long calls, boolean isGranted) {}

    /** {@code older}: where the trail goes on. */
    public record View(
            Optional<Occasion> lastUse,
            Chart chart,
            List<ScopeUse> scopes,
            List<TrailEntry> lines,
            Optional<String> older) {}

    /** Who denied an app access did not mean to become known to its owner. */
    private static TrailEntry withoutWhoDenied(TrailEntry line) {
        return line.entry().event() == Event.CONSENT_DENIED ? line.withoutPerson() : line;
    }

    View of(Credential credential, String href, Request request) {
        Id.Client client = credential.clientId();
        var now = request.occasion().at();
        var used = usage.scopesUsed(client, now);
        var names = new TreeSet<>(used.keySet());
        names.addAll(credential.scope().names());
        Optional<Long> after =
                request.query()
                        .value("trail")
                        .filter(text -> text.matches("[0-9]{1,18}"))
                        .map(Long::valueOf);
        List<TrailEntry> found = trail.page(TrailSearch.of(client, after), LINES + 1);
        List<TrailEntry> shown =
                found.stream().limit(LINES).map(Insight::withoutWhoDenied).toList();
        return new View(
                Optional.ofNullable(usage.lastUses(List.of(client)).get(client)),
                new Chart(
                        Optional.ofNullable(usage.callsPerDay(List.of(client), now).get(client))
                                .orElseThrow()),
                names.stream()
                        .map(name ->
                                new ScopeUse(
                                        name,
                                        used.getOrDefault(name, 0L),
                                        credential.scope().names().contains(name)))
                        .toList(),
                shown,
                found.size() > LINES
                        ? Optional.of(href + "?trail=" + shown.getLast().number() + "#trail")
                        : Optional.empty());
    }
}
