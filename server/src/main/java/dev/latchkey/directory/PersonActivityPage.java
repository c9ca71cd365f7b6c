package dev.latchkey.directory;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.ListedAuditEntry;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.Section;
import dev.latchkey.storage.AuditRecords;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The tab with the newest entries of the audit log by or about a person. It reads the entries of
 * some weeks only, because they are found by their time and not by the person. A link leads to the
 * whole audit log.
 */
public final class PersonActivityPage {
    public static final int DAYS = 30;

    private static final PersonTab TAB = PersonTab.ACTIVITY;
    private static final int ENTRIES_SHOWN = 50;

    private final PersonGuard guard;
    private final AuditRecords auditRecords;

    public PersonActivityPage(PersonGuard guard, AuditRecords auditRecords) {
        this.guard = guard;
        this.auditRecords = auditRecords;
    }

    /** What the template shows. {@code all}: the link to the audit log with all entries. */
    public record View(PersonTab.Frame frame, List<ListedAuditEntry> lines, String all) {}

    public List<Route> routes(PageGuard pageGuard) {
        var section = guard.sectionGuard();
        String here = "/{user_id}" + TAB.path();
        return List.of(pageGuard.in(section, "GET", here, guard.toSee(TAB, this::list)));
    }

    private Response list(PersonRequest at) {
        Instant from = at.moment().at().minus(Duration.ofDays(DAYS));
        var search =
                AuditSearch.of(
                        at.organization().id(),
                        at.person().user().id(),
                        new AuditSearch.Period(Optional.of(from), Optional.empty()));
        List<ListedAuditEntry> lines = auditRecords.page(search, ENTRIES_SHOWN).entries();
        Page page = at.page();
        var view = new View(TAB.frame(at), lines, all(at));
        return page.show(200, TEMPLATES.directoryPersonActivity(page, view));
    }

    private static String all(PersonRequest at) {
        return "%s?organization=%s&person=%s"
                .formatted(
                        Section.AUDIT.path(),
                        at.organization().id().value(),
                        URLEncoder.encode(at.person().user().email(), StandardCharsets.UTF_8));
    }
}
