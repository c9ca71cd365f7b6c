package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.PersonView;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.ChangePerson;
import dev.latchkey.people.DisablePerson;
import dev.latchkey.people.EnablePerson;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.NotManaged;
import dev.latchkey.storage.people.Directory;
import dev.latchkey.storage.people.UserFilter;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.query.TablePage;
import java.util.List;
import java.util.Optional;

/** The calls of the management API about people. */
public record UsersApi(
    OrganizationApiGuard organizationGuard,
    PersonApiGuard people,
    Directory directory,
    UserLists lists,
    ChangePerson changePerson,
    DisablePerson disablePerson,
    EnablePerson enablePerson) {
  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_USERS, this::list),
        guard.route(Operation.GET_USER, this::show),
        guard.route(Operation.CHANGE_USER, this::change),
        guard.route(Operation.DISABLE_USER, this::disable),
        guard.route(Operation.ENABLE_USER, this::enable));
  }

  private Response list(ApiRequest request) {
    return organizationGuard.in(
        request,
        Rights.Act.SEE_PEOPLE_OF_ORGANIZATION,
        organization -> list(request, organization));
  }

  private Response list(ApiRequest request, Organization organization) {
    ApiQuery query = request.query();
    var filter =
        new UserFilter(
            query.choice("role", User.Role.class),
            query.choice("state", ManagedUser.State.class),
            query.id("team_id", Id.TEAM),
            query.choice("second_factor", PeopleFilter.Factor.class).isPresent(),
            query
                .choice("idle", PeopleFilter.Idle.class)
                .map(idle -> idle.since(request.moment().at())));
    TablePage<UserLists.Column> page = query.page(UserLists.Column.class);
    var search = new UserLists.Search(Optional.of(organization.id()), query.text(), filter, page);
    return query.answer(
        () -> ApiAnswer.list("users", page, lists.find(search), PersonView.Listed::of));
  }

  private Response show(ApiRequest request) {
    return people.toSee(request, at -> shown(at.person()));
  }

  private static Response shown(ManagedUser person) {
    return ApiAnswer.versioned(200, String.valueOf(person.version()), PersonView.of(person));
  }

  private Response change(ApiRequest request) {
    List<ApiError> errors = PersonPatch.errors(request);
    return errors.isEmpty()
        ? people.toChange(request, this::changed)
        : ApiAnswer.flawed(400, errors);
  }

  private Response changed(PersonApiGuard.At at) {
    var sent = PersonPatch.of(at.request().fields(), directory.teams(at.organization().id()));
    Optional<ApiError> unknown = sent.unknownTeam();
    if (unknown.isPresent()) {
      return ApiAnswer.flawed(400, List.of(unknown.get()));
    }
    PersonForm entered = sent.over(PersonForm.of(at.person()));
    return switch (changePerson.by(
        at.request().actor(), at.id(), at.person().version(), entered.wanted())) {
      case ChangePerson.Changed(var person) -> shown(person);
      case ChangePerson.Refused.EDIT_CONFLICT -> ApiAnswer.changedBefore();
      case ChangePerson.Refused.EMAIL_TAKEN -> emailTaken();
      case ChangePerson.Refused.LAST_SUPER_ADMINISTRATOR -> lastSuperAdministrator();
      case FlawedPerson flawed -> ApiAnswer.flawed(FormErrors.of(flawed));
      case NotManaged refused -> ApiAnswer.refused(refused);
    };
  }

  static Response emailTaken() {
    return ApiAnswer.flawed(FormErrors.of(409, "email", "flaw.email-taken"));
  }

  private static Response lastSuperAdministrator() {
    return ApiAnswer.conflict(
        "last_super_administrator", "At least one active super administrator must remain.");
  }

  private Response disable(ApiRequest request) {
    return people.toChange(
        request,
        at ->
            switch (disablePerson.by(request.actor(), at.id(), at.person().version())) {
              case DisablePerson.Disabled(var person) -> shown(person);
              case DisablePerson.Refused.DISABLED_BEFORE -> shown(at.person());
              case DisablePerson.Refused.EDIT_CONFLICT -> ApiAnswer.changedBefore();
              case DisablePerson.Refused.LAST_SUPER_ADMINISTRATOR -> lastSuperAdministrator();
              case NotManaged refused -> ApiAnswer.refused(refused);
            });
  }

  private Response enable(ApiRequest request) {
    return people.toChange(
        request,
        at ->
            switch (enablePerson.by(request.actor(), at.id(), at.person().version())) {
              case EnablePerson.Enabled(var person) -> shown(person);
              case EnablePerson.Refused.ENABLED_BEFORE -> shown(at.person());
              case EnablePerson.Refused.EDIT_CONFLICT -> ApiAnswer.changedBefore();
              case NotManaged refused -> ApiAnswer.refused(refused);
            });
  }
}
