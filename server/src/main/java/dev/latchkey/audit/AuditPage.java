package dev.latchkey.audit;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.api.view.AuditHeadView;
import dev.latchkey.audit.AuditFilter.Field;
import dev.latchkey.audit.seal.SealedFile;
import dev.latchkey.audit.seal.SealedLog;
import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.audit.AuditSeals;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Shows the audit log as a page, and offers it as a file. Administrators see the entries of their
 * organization. Super administrators see the entries of all organizations, and get all of them with
 * their seals below {@code platform}.
 */
public record AuditPage(
    SectionGuard sectionGuard,
    SectionGuard platform,
    AuditRecords auditRecords,
    AuditSeals seals,
    Directory directory) {
  private static final String SEALED = "/audit-sealed.jsonl";
  private static final int ENTRIES_SHOWN = 50;
  private static final int ENTRIES_READ = 500;

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, "", guarded(this::show)),
        pageGuard.in(sectionGuard, Effect.READ, "/newer", guarded(this::showNewer)),
        export(pageGuard, LogFormat.CSV),
        export(pageGuard, LogFormat.JSON_LINES),
        pageGuard.in(platform, Effect.READ, SEALED, this::exportSealed),
        pageGuard.in(sectionGuard, Effect.READ, "/{entry_id}", guarded(this::showEntry)));
  }

  private Route export(PageGuard pageGuard, LogFormat format) {
    return pageGuard.in(
        sectionGuard, Effect.READ, format.path(), guarded(at -> export(at, format)));
  }

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
  private SectionGuard.Handler guarded(AuditHandler handler) {
    return request -> answer(request, handler);
  }

  private Response answer(SectionRequest request, AuditHandler handler) {
    AuditFilter filter = AuditFilter.in(request.query());
    if (filter.value(Field.ORGANIZATION).isEmpty()) {
      return handler.answer(new AuditRequest(request, filter, ownOrAll(request.user())));
    }
    var named = new Id.Organization(filter.value(Field.ORGANIZATION));
    return switch (sectionGuard.check(request, named, Rights.Act.SEE_AUDIT_OF_ORGANIZATION)) {
      case OrganizationGuard.Granted(var organization) ->
          handler.answer(new AuditRequest(request, filter, Optional.of(organization.id())));
      case NoAccess refused -> request.refused(refused, "organization.unknown");
    };
  }

  private static Optional<Id.Organization> ownOrAll(User user) {
    return isSuperAdministrator(user) ? Optional.empty() : Optional.of(user.organization());
  }

  private static boolean isSuperAdministrator(User user) {
    return user.role().isOfPlatform();
  }

  private Response show(AuditRequest at) {
    AuditFilter filter = at.filter();
    AuditRecords.Found found = find(at, filter.position(), ENTRIES_SHOWN);
    var view = new AuditView(filter, choice(at), found, head(at));
    Page page = at.request().page().withScript(Page.LOCAL_TIME).withScript(Page.FOLLOW);
    return page.show(200, TEMPLATES.auditPage(page, view));
  }

  /** The head is that of the log of all organizations. */
  private Optional<AuditHeadView> head(AuditRequest at) {
    return isOfAll(at) ? seals.newest().map(AuditHeadView::of) : Optional.empty();
  }

  private static boolean isOfAll(AuditRequest at) {
    return isSuperAdministrator(at.request().user()) && at.organization().isEmpty();
  }

  private OrganizationChoice choice(AuditRequest at) {
    return isSuperAdministrator(at.request().user())
        ? OrganizationChoice.of(
            directory.firstOrganizations(Optional.empty(), OrganizationChoice.READ),
            at.organization().flatMap(directory::find))
        : OrganizationChoice.NONE;
  }

  /**
   * The entries that are newer than those of the page that the reader has open, as a table alone.
   */
  private Response showNewer(AuditRequest at) {
    AuditRecords.Found found = find(at, at.filter().position(), ENTRIES_SHOWN);
    Page page = at.request().page();
    return found.entries().isEmpty()
        ? new Response(204, List.of(), Content.NONE)
        : page.show(200, TEMPLATES.auditLines(page, found.entries(), true));
  }

  /** One entry as a page. A script shows its content beside the list. */
  private Response showEntry(AuditRequest at) {
    Page page = at.request().page().withScript(Page.LOCAL_TIME);
    return AuditFilter.number(at.request().segment("entry_id"))
        .flatMap(number -> auditRecords.find(number, at.organization()))
        .map(line -> page.show(200, TEMPLATES.auditEntry(page, new AuditEntryParts(page, line))))
        .orElseGet(() -> at.request().notFound("audit.unknown-entry"));
  }

  private Response export(AuditRequest at, LogFormat format) {
    PageRequest request = at.request();
    auditRecords.exported(request.user().id(), at.organization(), request.moment());
    return format.<AuditSearch.Position>download(
        "audit",
        AuditEntryView.class,
        position -> request.moment().during(() -> part(at, position)));
  }

  private Response exportSealed(SectionRequest request) {
    auditRecords.exported(request.user().id(), Optional.empty(), request.moment());
    var log = new SealedLog(seals);
    return LogFormat.JSON_LINES.streamed(
        "audit-sealed", () -> request.moment().during(() -> log.next().map(SealedFile::text)));
  }

  private LogFormat.Part<AuditSearch.Position> part(
      AuditRequest at, Optional<AuditSearch.Position> position) {
    AuditRecords.Found found =
        find(at, position.orElseGet(AuditSearch.Position.Newest::new), ENTRIES_READ);
    return new LogFormat.Part<>(
        found.entries().stream().map(AuditEntryView::of).toList(), found.rest());
  }

  /** One page of entries. An invalid filter and an unknown person match no entries. */
  private AuditRecords.Found find(AuditRequest at, AuditSearch.Position position, int limit) {
    return search(at)
        .map(search -> auditRecords.page(search.at(position), limit))
        .orElseGet(() -> new AuditRecords.Found(List.of(), Optional.empty(), Optional.empty()));
  }

  private Optional<AuditSearch> search(AuditRequest at) {
    AuditFilter filter = at.filter();
    String actor = filter.value(Field.ACTOR);
    String object = filter.value(Field.OBJECT);
    boolean isPerson = AuditFilter.isPerson(object);
    Optional<Id.User> by = person(actor);
    Optional<Id.User> about = isPerson ? person(object) : Optional.empty();
    boolean isUnknown = (!actor.isEmpty() && by.isEmpty()) || (isPerson && about.isEmpty());
    if (!filter.isValid() || isUnknown) {
      return Optional.empty();
    }
    return Optional.of(
        new AuditSearch(
            at.organization(),
            filter.period(at.request().moment().at()),
            by,
            about,
            Optional.of(object).filter(text -> !text.isEmpty() && !isPerson).map(Id.Client::new),
            filter.events(),
            filter.outcome().map(outcome -> outcome == AuditFilter.Outcome.DONE),
            Optional.of(filter.value(Field.ADDRESS)).filter(text -> !text.isEmpty()),
            Optional.of(filter.value(Field.REQUEST)).filter(text -> !text.isEmpty()),
            filter.position()));
  }

  private Optional<Id.User> person(String email) {
    return directory.findByEmail(email.toLowerCase(Locale.ROOT));
  }
}
