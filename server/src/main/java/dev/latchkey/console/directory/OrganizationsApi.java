package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiQuery;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.OrganizationGuard;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.Team;
import dev.latchkey.storage.Organizations;
import dev.latchkey.storage.SearchText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls of the management API about organizations, for super administrators.
 *
 * <p>A name in use is refused, so that a repeated call does not create a second organization. Pages
 * allow equal names.
 */
public final class OrganizationsApi {
  private static final Rights.Act MANAGE = Rights.Act.MANAGE_ORGANIZATIONS;

  private static final List<ApiQuery.Sorting<Organizations.Column>> SORTED =
      List.of(
          new ApiQuery.Sorting<>("name", Organizations.Column.NAME),
          new ApiQuery.Sorting<>("created_at", Organizations.Column.CREATED));

  private final OrganizationGuard organizationGuard;
  private final Organizations organizations;
  private final RandomGenerator random;

  public OrganizationsApi(
      OrganizationGuard organizationGuard, Organizations organizations, RandomGenerator random) {
    this.organizationGuard = organizationGuard;
    this.organizations = organizations;
    this.random = random;
  }

  public List<Route> routes(ApiGuard guard) {
    return List.of(
        guard.route(Operation.LIST_ORGANIZATIONS, this::list),
        guard.route(Operation.CREATE_ORGANIZATION, this::create),
        guard.route(
            Operation.GET_ORGANIZATION,
            request -> organizationGuard.in(named(request), request, MANAGE, this::shown)),
        guard.route(
            Operation.CHANGE_ORGANIZATION,
            request ->
                organizationGuard.in(
                    named(request),
                    request,
                    MANAGE,
                    organization -> rename(request, organization))));
  }

  private static Id.Organization named(ApiRequest request) {
    return new Id.Organization(request.segment("org_id"));
  }

  private Response list(ApiRequest request) {
    return organizationGuard.in(request, MANAGE, home -> list(request.query()));
  }

  private Response list(ApiQuery query) {
    Optional<Organization.Kind> kind = query.choice("kind", Organization.Kind.class);
    TablePage<Organizations.Column> page = query.page(SORTED);
    SearchText text = query.text();
    return query.answer(() ->
        ApiAnswer.list(
            "organizations", page, organizations.find(text, kind, page), OrganizationsApi::json));
  }

  private Response create(ApiRequest request) {
    return organizationGuard.in(
        request.caller().home(),
        request,
        MANAGE,
        home -> SentOrganization.of(request.fields(), sent -> create(request, sent)));
  }

  private Response create(ApiRequest request, SentOrganization sent) {
    var created = new Organization(Id.ORGANIZATION.draw(random), sent.name(), sent.kind());
    var first = new Team(Id.TEAM.draw(random), sent.team(), created.id());
    return switch (organizations.create(created, first, request.by(), request.moment())) {
      case DONE -> {
        ObjectNode json = json(created);
        json.set("team", TeamsApi.json(first));
        yield ApiAnswer.versioned(201, SentName.version(created.name()), json);
      }
      case NAME_TAKEN, EDIT_CONFLICT, NO_ROOM ->
          ApiAnswer.flawed(
              409, List.of(new ApiError("name", "There is an organization of this name already.")));
    };
  }

  private static ObjectNode json(Organizations.Listed listed) {
    return json(listed.organization())
        .put("teams", listed.teams().shown())
        .put("users", listed.users().shown())
        .put("created_at", listed.createdAt().toString());
  }

  private static ObjectNode json(Organization organization) {
    return Json.object()
        .put("org_id", organization.id().value())
        .put("name", organization.name())
        .put("kind", organization.kind().name().toLowerCase(Locale.ROOT));
  }

  private Response shown(Organization organization) {
    return ApiAnswer.versioned(200, SentName.version(organization.name()), json(organization));
  }

  private Response rename(ApiRequest request, Organization known) {
    return SentName.of(
        request,
        known.name(),
        name ->
            switch (organizations.rename(known, name, request.moment())) {
              case DONE -> shown(new Organization(known.id(), name, known.kind()));
              case EDIT_CONFLICT, NAME_TAKEN, NO_ROOM -> ApiAnswer.changedBefore();
            });
  }
}
