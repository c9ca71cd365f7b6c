package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.access.EffectiveAccess;
import dev.latchkey.api.access.PersonReach;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import java.util.List;

/** The tab that says what a person can do: by the own roles, and by the apps that act for them. */
public record PersonAccessPage(PersonPageGuard guard, EffectiveAccess effectiveAccess) {
  private static final PersonTab TAB = PersonTab.ACCESS;

  public List<Route> routes(PageGuard pageGuard) {
    var section = guard.sectionGuard();
    String here = "/{user_id}" + TAB.path();
    return List.of(pageGuard.in(section, Effect.READ, here, guard.toSee(TAB, this::show)));
  }

  private Response show(PersonRequest at) {
    Page page = at.page();
    PersonReach reach = effectiveAccess.of(at.person(), at.organization(), at.moment());
    return page.show(200, TEMPLATES.directoryPersonAccess(page, TAB.frame(at), reach));
  }
}
