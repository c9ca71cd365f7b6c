package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Reauthentication;
import dev.latchkey.console.page.SectionGuard;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.User;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.people.Users;
import java.util.List;
import java.util.Optional;

/**
 * The page of one person. It shows the name, the address, the role and the teams, and whether the
 * account is enabled.
 */
public final class PersonPage {
  private static final String ACCOUNT_PASSWORD = "standing.password";

  private final PersonPageGuard guard;
  private final PersonDetail detail;
  private final Users users;
  private final UserAdministration administration;

  public PersonPage(
      PersonPageGuard guard, PersonDetail detail, Users users, UserAdministration administration) {
    this.guard = guard;
    this.detail = detail;
    this.users = users;
    this.administration = administration;
  }

  public List<Route> routes(PageGuard pageGuard) {
    SectionGuard section = guard.sectionGuard();
    return List.of(
        pageGuard.in(section, Effect.READ, "/{user_id}", guard.toSee(this::show)),
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

  private Response change(PersonRequest at) {
    var teams = users.teams(at.organization().id());
    var entered = PersonForm.in(at.request().form(), teams);
    return switch (ValidPerson.of(entered, at.roles())) {
      case ValidPerson.Flawed(FormErrors errors) -> detail.refuse(at, entered, errors);
      case ValidPerson.Overreaching _ -> guard.forbidden(at);
      case ValidPerson.Sound sound -> change(at, entered, sound);
    };
  }

  private Response change(PersonRequest at, PersonForm entered, ValidPerson.Sound sound) {
    Optional<FormErrors> errors = at.request().passwordErrors(Reauthentication.FIELD);
    if (errors.isPresent()) {
      return detail.refuse(at, entered, errors.get());
    }
    if (entered.version() != at.person().version()) {
      return detail.conflict(at, entered);
    }
    User wanted = sound.applied(at.person().user());
    return switch (administration.change(at.person(), wanted, at.by().id(), at.moment())) {
      case DONE -> at.done("changed");
      case EMAIL_TAKEN ->
          detail.refuse(at, entered, FormErrors.of(409, "email", "flaw.email-taken"));
      case EDIT_CONFLICT -> detail.conflict(at, entered);
      case LAST_SUPER_ADMINISTRATOR -> detail.conflict(at, "people.last-super");
    };
  }

  private Response enable(PersonRequest at) {
    Optional<FormErrors> errors = at.request().passwordErrors(ACCOUNT_PASSWORD);
    if (errors.isPresent()) {
      return detail.refuse(at, errors.get());
    }
    Optional<Id.User> by = Optional.of(at.by().id());
    return switch (administration.enable(at.person(), by, at.moment())) {
      case DONE -> at.done("enabled");
      case EDIT_CONFLICT, EMAIL_TAKEN, LAST_SUPER_ADMINISTRATOR ->
          detail.conflict(at, "people.enable-conflict");
    };
  }
}
