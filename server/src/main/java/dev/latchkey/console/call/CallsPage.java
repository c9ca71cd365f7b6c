package dev.latchkey.console.call;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.call.CallFilter.Field;
import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.console.page.SectionRequest;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The request log of an organization. Super administrators see that of all organizations, unless
 * they name one.
 */
public record CallsPage(SectionGuard sectionGuard, CallList list, CallSettingsPage settings) {
  public List<Route> routes(PageGuard pageGuard) {
    var all = new ArrayList<Route>(settings.routes(pageGuard));
    all.addAll(lists(pageGuard));
    return all;
  }

  private List<Route> lists(PageGuard pageGuard) {
    return List.of(
        pageGuard.in(sectionGuard, Effect.READ, "", guarded(this::show)),
        pageGuard.in(sectionGuard, Effect.READ, "/newer", guarded(list::newer)),
        export(pageGuard, LogFormat.CSV),
        export(pageGuard, LogFormat.JSON_LINES),
        pageGuard.in(sectionGuard, Effect.READ, "/{request_id}", guarded(this::showOne)));
  }

  private Route export(PageGuard pageGuard, LogFormat format) {
    return pageGuard.in(
        sectionGuard, Effect.READ, format.path(), guarded(at -> list.export(at, format)));
  }

  private SectionGuard.Handler guarded(Function<CallList.Asked, Response> handler) {
    return request -> {
      Optional<String> named = request.query().value(Field.ORGANIZATION.code());
      User user = request.user();
      if (named.isEmpty()) {
        return handler.apply(
            asked(
                request,
                isSuperAdministrator(user)
                    ? new CallSearch.Of.Everything()
                    : new CallSearch.Of.Organization(user.organization())));
      }
      var organization = new Id.Organization(named.get());
      return switch (sectionGuard.check(
          request, organization, Rights.Act.SEE_AUDIT_OF_ORGANIZATION)) {
        case OrganizationGuard.Granted(var granted) ->
            handler.apply(asked(request, new CallSearch.Of.Organization(granted.id())));
        case NoAccess refused -> request.refused(refused, "organization.unknown");
      };
    };
  }

  private static boolean isSuperAdministrator(User user) {
    return user.role().isOfPlatform();
  }

  private static CallList.Asked asked(SectionRequest request, CallSearch.Of of) {
    return new CallList.Asked(request, Section.CALLS.path(), of);
  }

  private Response show(CallList.Asked at) {
    Page page = at.request().page().withScript(Page.LOCAL_TIME).withScript(Page.FOLLOW);
    return page.show(200, TEMPLATES.callPage(page, list.view(at), choice(at), settings(at)));
  }

  private static String settings(CallList.Asked at) {
    String of =
        at.of() instanceof CallSearch.Of.Organization(var organization)
            ? "?organization=" + organization.value()
            : "";
    return Section.CALLS.path() + CallSettingsPage.SETTINGS + of;
  }

  private OrganizationChoice choice(CallList.Asked at) {
    return isSuperAdministrator(at.request().user())
        ? OrganizationChoice.of(
            list.directory().firstOrganizations(Optional.empty(), OrganizationChoice.READ),
            at.of() instanceof CallSearch.Of.Organization(var organization)
                ? list.directory().find(organization)
                : Optional.empty())
        : OrganizationChoice.NONE;
  }

  private Response showOne(CallList.Asked at) {
    Page page = at.request().page().withScript(Page.LOCAL_TIME);
    return list.find(at, at.request().segment("request_id"))
        .map(row -> page.show(200, TEMPLATES.callOnePage(page, row)))
        .orElseGet(() -> at.request().notFound("calls.unknown"));
  }
}
