package dev.latchkey.audit;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Content;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedAuditEntry;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.page.Page;
import dev.latchkey.page.PageGuard;
import dev.latchkey.page.PageRequest;
import dev.latchkey.page.Section;
import dev.latchkey.page.SectionGuard;
import dev.latchkey.page.SectionRequest;
import dev.latchkey.storage.AuditRecords;
import dev.latchkey.storage.Users;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Shows the audit log as a page, and offers it as a file. Administrators see the entries of their
 * organization. Super administrators see the entries of all organizations.
 */
public final class AuditPage {
    private static final String HERE = Section.AUDIT.path();
    private static final int ENTRIES_SHOWN = 50;
    private static final int ENTRIES_READ = 500;

    private final SectionGuard sectionGuard;
    private final AuditRecords auditRecords;
    private final Users users;

    public AuditPage(SectionGuard sectionGuard, AuditRecords auditRecords, Users users) {
        this.sectionGuard = sectionGuard;
        this.auditRecords = auditRecords;
        this.users = users;
    }

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(
                pageGuard.in(sectionGuard, "GET", "", guarded(this::show)),
                pageGuard.in(
                        sectionGuard,
                        "GET",
                        "/export.csv",
                        guarded(at -> export(at, AuditFormat.CSV))),
                pageGuard.in(
                        sectionGuard,
                        "GET",
                        "/export.jsonl",
                        guarded(at -> export(at, AuditFormat.JSON_LINES))));
    }

    /**
     * What the page shows. {@code choice}: the organizations to choose from; empty if there is no
     * choice. {@code next}: the link to the next page. {@code rest}: the query of this filter for
     * the links to the first page and to the files.
     */
    public record View(
            AuditFilter filter,
            List<Organization> choice,
            List<ListedAuditEntry> lines,
            Optional<String> next,
            String rest) {}

    /**
     * A request for the entries that the person may see. {@code organization} is empty for the
     * entries of all organizations.
     */
    private record AuditRequest(
            SectionRequest request, AuditFilter filter, Optional<Id.Organization> organization) {}

    @FunctionalInterface
    private interface AuditHandler {
        Response answer(AuditRequest at);
    }

    /**
     * Finds the organization whose entries are requested. If the filter names none, super
     * administrators see the entries of all organizations, and other people those of their own.
     */
    private SectionGuard.PlaceHandler guarded(AuditHandler handler) {
        return request -> answer(request, handler);
    }

    private Response answer(SectionRequest request, AuditHandler handler) {
        AuditFilter filter = AuditFilter.in(request.query());
        if (filter.organization().isEmpty()) {
            return handler.answer(new AuditRequest(request, filter, ownOrAll(request.user())));
        }
        Optional<Id.Organization> named = named(request, filter);
        if (named.isEmpty()) {
            return request.notFound("organization.unknown");
        }
        return handler.answer(new AuditRequest(request, filter, named));
    }

    private static Optional<Id.Organization> ownOrAll(User user) {
        return isSuperAdministrator(user) ? Optional.empty() : Optional.of(user.organization());
    }

    /** The organization that the filter names, if the person may see its audit log. */
    private Optional<Id.Organization> named(PageRequest request, AuditFilter filter) {
        Optional<Organization> asked = users.find(new Id.Organization(filter.organization()));
        if (asked.isPresent() && !maySee(request.user(), asked.get())) {
            sectionGuard.refused(
                    request, AuditOutcome.ORGANIZATION_OF_OTHERS, asked.get(), Optional.empty());
            return Optional.empty();
        }
        return asked.map(Organization::id);
    }

    private static boolean maySee(User user, Organization organization) {
        return Rights.allow(user, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, organization);
    }

    private static boolean isSuperAdministrator(User user) {
        return user.role() == User.Role.SUPER_ADMINISTRATOR;
    }

    private Response show(AuditRequest at) {
        AuditFilter filter = at.filter();
        List<ListedAuditEntry> found = lines(at, filter.afterEntry(), ENTRIES_SHOWN + 1);
        List<ListedAuditEntry> shown = found.subList(0, Math.min(ENTRIES_SHOWN, found.size()));
        Optional<String> next =
                found.size() > ENTRIES_SHOWN
                        ? Optional.of(HERE + filter.query(String.valueOf(shown.getLast().number())))
                        : Optional.empty();
        List<Organization> choice =
                isSuperAdministrator(at.request().user()) ? users.organizations() : List.of();
        Page page = at.request().page();
        return page.show(
                200,
                TEMPLATES.auditPage(page, new View(filter, choice, shown, next, filter.query(""))));
    }

    private Response export(AuditRequest at, AuditFormat format) {
        PageRequest request = at.request();
        auditRecords.exported(request.user().id(), at.organization(), request.moment());
        var file = format.read(last -> lines(at, last.map(ListedAuditEntry::number), ENTRIES_READ));
        return new Response(200, List.of(), new Content.Streamed(OptionalLong.empty(), file))
                .with("Content-Type", format.mediaType())
                .with(
                        "Content-Disposition",
                        "attachment; filename=\"audit" + format.extension() + "\"");
    }

    /** The entries that follow the entry {@code after}. An invalid filter matches no entries. */
    private List<ListedAuditEntry> lines(AuditRequest at, Optional<Long> after, int limit) {
        AuditFilter filter = at.filter();
        Optional<Id.User> person = users.findByEmail(filter.person());
        if (!filter.isValid() || (!filter.person().isEmpty() && person.isEmpty())) {
            return List.of();
        }
        Optional<Id.Client> client =
                Optional.of(filter.client()).filter(text -> !text.isEmpty()).map(Id.Client::new);
        var search =
                new AuditSearch(
                        at.organization(),
                        filter.begin(),
                        filter.end(),
                        person,
                        client,
                        filter.chosenEvent(),
                        after);
        return auditRecords.page(search, limit);
    }
}
