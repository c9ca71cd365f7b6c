package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.storage.audit.AuditRecords;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tab with the newest entries of the audit log by or about a person. A link leads to the whole
 * audit log.
 */
public final class PersonActivityPage {
  private static final PersonTab TAB = PersonTab.ACTIVITY;
  private static final int ENTRIES_SHOWN = 50;
  private static final Comparator<ListedAuditEntry> NEWEST_FIRST =
      Comparator.comparing((ListedAuditEntry line) -> line.entry().moment().at())
          .thenComparingLong(ListedAuditEntry::number)
          .reversed();

  private final PersonPageGuard guard;
  private final AuditRecords auditRecords;

  public PersonActivityPage(PersonPageGuard guard, AuditRecords auditRecords) {
    this.guard = guard;
    this.auditRecords = auditRecords;
  }

  /** What the template shows. {@code all}: the link to the audit log with all entries. */
  public record View(PersonTab.Frame frame, List<ListedAuditEntry> lines, String all) {}

  public List<Route> routes(PageGuard pageGuard) {
    var section = guard.sectionGuard();
    String here = "/{user_id}" + TAB.path();
    return List.of(pageGuard.in(section, Effect.READ, here, guard.toSee(TAB, this::list)));
  }

  private Response list(PersonRequest at) {
    List<ListedAuditEntry> lines = lines(at, AuditSearch.of(at.organization().id()));
    Page page = at.page();
    var view = new View(TAB.frame(at), lines, all(at));
    return page.show(200, TEMPLATES.directoryPersonActivity(page, view));
  }

  /** What the person did and what was done to the person: each is read from an index. */
  private List<ListedAuditEntry> lines(PersonRequest at, AuditSearch search) {
    Id.User person = at.person().user().id();
    return Stream.of(search.by(person), search.about(person))
        .flatMap(one -> auditRecords.page(one, ENTRIES_SHOWN).entries().stream())
        .distinct()
        .sorted(NEWEST_FIRST)
        .limit(ENTRIES_SHOWN)
        .toList();
  }

  private static String all(PersonRequest at) {
    return "%s?organization=%s&actor=%s"
        .formatted(
            Section.AUDIT.path(),
            at.organization().id().value(),
            URLEncoder.encode(at.person().user().email(), StandardCharsets.UTF_8));
  }
}
