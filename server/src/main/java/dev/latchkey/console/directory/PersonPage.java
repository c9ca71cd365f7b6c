package dev.latchkey.console.directory;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.api.access.EffectiveAccess;
import dev.latchkey.api.access.PersonReach;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.people.ChangePerson;
import dev.latchkey.people.EnablePerson;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.people.Directory;
import java.util.List;
import java.util.Optional;

/**
 * The page of one person, and the tab of what the person can do. It shows the name, the address,
 * the role and the teams, and whether the account is enabled.
 */
public record PersonPage(
    PersonPageGuard guard,
    PersonDetail detail,
    Directory directory,
    ChangePerson changePerson,
    EnablePerson enablePerson,
    EffectiveAccess effectiveAccess) {
  private static final String ACCOUNT_PASSWORD = "standing.password";

  public List<Route> routes(PageGuard pageGuard) {
    SectionGuard section = guard.sectionGuard();
    return List.of(
        pageGuard.in(section, Effect.READ, "/{user_id}", guard.toSee(this::show)),
        pageGuard.in(
            section,
            Effect.READ,
            "/{user_id}" + PersonTab.ACCESS.path(),
            guard.toSee(PersonTab.ACCESS, this::showAccess)),
        pageGuard.in(section, Effect.SENSITIVE, "/{user_id}", guard.toChange(this::change)),
        pageGuard.in(section, Effect.SENSITIVE, "/{user_id}/enable", guard.toChange(this::enable)));
  }

  private Response show(PersonRequest at) {
    Page page = at.request().page();
    Page shown =
        switch (at.request().query().value("done").orElse("")) {
          case "changed" -> page.withNotice("people.changed");
          case "disabled" -> page.withNotice("people.disabled");
          case "enabled" -> page.withNotice("people.enabled");
          case "factor" -> page.withNotice("people.factor-off-done");
          default -> page;
        };
    return detail.show(at, shown);
  }

  private Response showAccess(PersonRequest at) {
    Page page = at.page();
    PersonReach reach = effectiveAccess.of(at.person(), at.organization(), at.moment());
    return page.show(200, TEMPLATES.directoryPersonAccess(page, PersonTab.ACCESS.frame(at), reach));
  }

  private Response change(PersonRequest at) {
    var teams = directory.teams(at.organization().id());
    var entered = PersonForm.in(at.request().form(), teams);
    Optional<FormErrors> errors = entered.errors(at.request());
    return errors.isPresent() ? detail.refuse(at, entered, errors.get()) : change(at, entered);
  }

  private Response change(PersonRequest at, PersonForm entered) {
    Id.User person = at.person().user().id();
    return switch (changePerson.by(
        at.request().actor(), person, entered.version(), entered.wanted())) {
      case ChangePerson.Changed _ -> at.done("changed");
      case ChangePerson.Refused.EDIT_CONFLICT -> detail.conflict(at, entered);
      case ChangePerson.Refused.EMAIL_TAKEN ->
          detail.refuse(at, entered, FormErrors.of(409, "email", "flaw.email-taken"));
      case ChangePerson.Refused.LAST_SUPER_ADMINISTRATOR ->
          detail.conflict(at, "people.last-super");
      case FlawedPerson flawed -> detail.refuse(at, entered, FormErrors.of(flawed));
      case NotManaged refused -> at.request().refused(refused);
    };
  }

  private Response enable(PersonRequest at) {
    Optional<FormErrors> errors = at.request().passwordErrors(ACCOUNT_PASSWORD);
    if (errors.isPresent()) {
      return detail.refuse(at, errors.get());
    }
    ManagedUser person = at.person();
    return switch (enablePerson.by(at.request().actor(), person.user().id(), person.version())) {
      case EnablePerson.Enabled _ -> at.done("enabled");
      case EnablePerson.Refused _ -> detail.conflict(at, "people.enable-conflict");
      case NotManaged refused -> at.request().refused(refused);
    };
  }
}
