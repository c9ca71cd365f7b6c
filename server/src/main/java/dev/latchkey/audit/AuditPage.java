package dev.latchkey.audit;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Content;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
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
 * The trail of an organization for its administrators, and of all of them for super administrators;
 * as a page, and as a file.
 */
public final class AuditPage {
    private static final String HERE = Section.AUDIT.path();
    private static final int LINES = 50;
    private static final int LINES_READ = 500;

    private final SectionGuard entrance;
    private final AuditRecords auditRecords;
    private final Users users;

    public AuditPage(SectionGuard entrance, AuditRecords auditRecords, Users users) {
        this.entrance = entrance;
        this.auditRecords = auditRecords;
        this.users = users;
    }

    public List<Route> routes(PageGuard pageGuard) {
        return List.of(
                pageGuard.in(entrance, "GET", "", guarded(this::show)),
                pageGuard.in(
                        entrance, "GET", "/export.csv", guarded(at -> export(at, AuditFormat.CSV))),
                pageGuard.in(
                        entrance,
                        "GET",
                        "/export.jsonl",
                        guarded(at -> export(at, AuditFormat.JSON_LINES))));
    }

    /** What the page shows; {@code choice} is empty where there is nothing to choose. */
    public record View(
            AuditFilter filter,
            List<Organization> choice,
            List<ListedAuditEntry> lines,
            Optional<String> next,
            String rest) {}

    /**
     * A request for the part of the trail that the person may see. {@code organization}: whose;
     * empty for the whole.
     */
    private record AuditRequest(
            SectionRequest request, AuditFilter filter, Optional<Id.Organization> organization) {}

    @FunctionalInterface
    private interface AuditHandler {
        Response answer(AuditRequest at);
    }

    /** Without an organization, super administrators see the whole and others their own. */
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
        return isSuper(user) ? Optional.empty() : Optional.of(user.organization());
    }

    /** The organization that the filter names, if the person may see its trail. */
    private Optional<Id.Organization> named(PageRequest request, AuditFilter filter) {
        Optional<Organization> asked = users.find(new Id.Organization(filter.organization()));
        if (asked.isPresent() && !maySee(request.user(), asked.get())) {
            entrance.refused(request, "organization_of_others", asked.get(), Optional.empty());
            return Optional.empty();
        }
        return asked.map(Organization::id);
    }

    private static boolean maySee(User user, Organization organization) {
        return Rights.allow(user, Rights.Act.SEE_AUDIT_OF_ORGANIZATION, organization);
    }

    private static boolean isSuper(User user) {
        return user.role() == User.Role.SUPER_ADMINISTRATOR;
    }

    private Response show(AuditRequest at) {
        AuditFilter filter = at.filter();
        List<ListedAuditEntry> found = lines(at, filter.section(), LINES + 1);
        List<ListedAuditEntry> shown = found.subList(0, Math.min(LINES, found.size()));
        Optional<String> next =
                found.size() > LINES
                        ? Optional.of(HERE + filter.query(String.valueOf(shown.getLast().number())))
                        : Optional.empty();
        List<Organization> choice =
                isSuper(at.request().user()) ? users.organizations() : List.of();
        Page page = at.request().page();
        return page.show(
                200,
                TEMPLATES.auditPage(page, new View(filter, choice, shown, next, filter.query(""))));
    }

    private Response export(AuditRequest at, AuditFormat format) {
        PageRequest request = at.request();
        auditRecords.exported(request.user().id(), at.organization(), request.moment());
        var file = format.read(last -> lines(at, last.map(ListedAuditEntry::number), LINES_READ));
        return new Response(200, List.of(), new Content.Streamed(OptionalLong.empty(), file))
                .with("Content-Type", format.mediaType())
                .with(
                        "Content-Disposition",
                        "attachment; filename=\"audit" + format.ending() + "\"");
    }

    /** The lines from the one after this on. A filter that makes no sense finds none. */
    private List<ListedAuditEntry> lines(AuditRequest at, Optional<Long> after, int limit) {
        AuditFilter filter = at.filter();
        Optional<Id.User> person = users.findByEmail(filter.person());
        if (!filter.isSound() || (!filter.person().isEmpty() && person.isEmpty())) {
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
                        filter.chosen(),
                        after);
        return auditRecords.page(search, limit);
    }
}
