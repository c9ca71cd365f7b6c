package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationApiGuard;
import dev.latchkey.api.view.Answers;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.CreateOrganization;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.NewName;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotRenamed;
import dev.latchkey.people.RenameOrganization;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls of the management API about organizations, for super administrators. */
public record OrganizationsApi(
    OrganizationApiGuard organizationGuard,
    Organizations organizations,
    CreateOrganization createOrganization,
    RenameOrganization renameOrganization) {
  private static final Rights.Act SEE = Rights.Act.SEE_ORGANIZATIONS;

  private static final Map<String, Organization.Kind> KINDS =
      Map.of(
          "multi_team", Organization.Kind.MULTI_TEAM,
          "single_team", Organization.Kind.SINGLE_TEAM);

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(
            Operation.LIST_ORGANIZATIONS,
            request -> organizationGuard.in(request, SEE, home -> list(request.query()))),
        guard.route(
            Operation.CREATE_ORGANIZATION,
            request -> request.withFields(fields -> create(request, fields))),
        guard.route(
            Operation.GET_ORGANIZATION,
            request ->
                organizationGuard.in(named(request), request, SEE, found -> show(found.id()))),
        guard.route(
            Operation.CHANGE_ORGANIZATION,
            request -> request.withFields(fields -> rename(request, fields))));
  }

  private static Id.Organization named(ApiRequest request) {
    return new Id.Organization(request.segment("org_id"));
  }

  private Response list(ApiQuery query) {
    Optional<Organization.Kind> kind = query.choice("kind", Organization.Kind.class);
    TablePage<Organizations.Column> page = query.page(Organizations.Column.class);
    SearchText text = query.text();
    return query.answer(() ->
        ApiAnswer.list("organizations", page, organizations.find(text, kind, page), each -> each));
  }

  private Response show(Id.Organization id) {
    return shown(organizations.find(id).orElseThrow());
  }

  private static Response shown(Organizations.View organization) {
    return ApiAnswer.versioned(200, NewName.version(organization.name()), organization);
  }

  private Response create(ApiRequest request, ApiFields fields) {
    Optional<Organization.Kind> kind =
        Optional.ofNullable(KINDS.get(fields.text("kind").orElse("multi_team")));
    if (kind.isEmpty()) {
      return ApiAnswer.flawed(
          400, List.of(new ApiError("kind", "It must be one of multi_team, single_team.")));
    }
    var wanted =
        new CreateOrganization.Wanted(
            fields.text("name").orElse(""),
            kind.get(),
            fields.text("team").or(() -> Optional.of("")));
    return switch (createOrganization.by(request.actor(), wanted)) {
      case CreateOrganization.Created created -> created(created);
      case CreateOrganization.Refused.NAME_TAKEN -> nameTaken();
      case FlawedNames flawed -> ApiAnswer.flawed(flawed);
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }

  private static Response nameTaken() {
    return ApiAnswer.flawed(
        409, List.of(new ApiError("name", "There is an organization of this name already.")));
  }

  private static Response created(CreateOrganization.Created created) {
    var shown =
        new Answers.CreatedOrganization(created.organization(), created.team().orElseThrow());
    return ApiAnswer.versioned(201, NewName.version(created.organization().name()), shown);
  }

  private Response rename(ApiRequest request, ApiFields fields) {
    var wanted = new NewName(request.seen(), fields.text("name").orElse(""));
    return switch (renameOrganization.by(request.actor(), named(request), wanted)) {
      case RenameOrganization.Renamed(var organization) -> shown(organization);
      case NotRenamed refused -> ApiAnswer.refused(refused, nameTaken());
      case FlawedNames flawed -> ApiAnswer.flawed(flawed);
      case NoAccess refused -> ApiAnswer.refused(refused);
    };
  }
}
