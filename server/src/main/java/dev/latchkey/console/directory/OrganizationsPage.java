package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.table.Table;
import dev.latchkey.console.table.TableQuery;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.people.FoundOrganization;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.Optional;

/** The page Platform, Organizations. It lists all organizations and creates new ones. */
public record OrganizationsPage(
    SectionGuard sectionGuard,
    Organizations organizations,
    FoundOrganization foundOrganization,
    LinkDelivery delivery) {
  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, "", this::list),
        pageGuard.in(sectionGuard, Effect.ASK, "/new", this::ask),
        pageGuard.in(sectionGuard, Effect.SENSITIVE, "/new", this::create));
  }

  private Response list(SectionRequest request) {
    TableQuery<Organizations.Column> query =
        TableQuery.of(
            sectionGuard.section().path(), request.query(), Organizations.Column.values());
    TableRows<Organizations.View> found =
        organizations.find(new SearchText(query.search()), query.page());
    Page page = request.page();
    return page.show(
        200, TEMPLATES.directoryOrganizations(page, Table.searched(query, found, page)));
  }

  private Response ask(SectionRequest request) {
    return form(request.page(), NewOrganization.EMPTY, FormErrors.NONE);
  }

  private Response create(SectionRequest request) {
    var entered = NewOrganization.parse(request.form());
    Optional<FormErrors> errors =
        entered.errors().or(() -> request.passwordErrors(Reauthentication.FIELD));
    if (errors.isPresent()) {
      return refuse(request, entered, errors.get());
    }
    return switch (foundOrganization.by(request.actor(), entered.wanted())) {
      case FoundOrganization.Founded(var administrator, var link) ->
          delivery.deliver(request, Section.peopleOf(entered.kind()), administrator, link);
      case FoundOrganization.Refused.EMAIL_TAKEN ->
          refuse(request, entered, FormErrors.of(409, "email", "flaw.email-taken"));
      case NoAccess refused -> request.refused(refused, "organization.unknown");
    };
  }

  private static Response refuse(
      SectionRequest request, NewOrganization entered, FormErrors errors) {
    return form(request.page().withProblem("people.flawed"), entered, errors);
  }

  private static Response form(Page page, NewOrganization entered, FormErrors errors) {
    return page.show(errors.status(), TEMPLATES.directoryNewOrganization(page, entered, errors));
  }
}
