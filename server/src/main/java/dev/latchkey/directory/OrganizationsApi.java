package dev.latchkey.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiList;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.Places;
import dev.latchkey.http.Json;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.storage.Organizations;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The calls of the management API about organizations, for super administrators. */
public final class OrganizationsApi {
    private static final Rights.Act MANAGE = Rights.Act.MANAGE_ORGANIZATIONS;

    private final Places places;
    private final Organizations organizations;

    public OrganizationsApi(Places places, Organizations organizations) {
        this.places = places;
        this.organizations = organizations;
    }

    public List<Route> routes(ApiGuard guard) {
        return List.of(
                guard.route(Operation.LIST_ORGANIZATIONS, this::list),
                guard.route(
                        Operation.GET_ORGANIZATION,
                        request -> places.in(named(request), request, MANAGE, this::shown)),
                guard.route(
                        Operation.CHANGE_ORGANIZATION,
                        request ->
                                places.in(
                                        named(request),
                                        request,
                                        MANAGE,
                                        organization -> rename(request, organization))));
    }

    private static Id.Organization named(ApiRequest request) {
        return new Id.Organization(request.segment("org_id"));
    }

    private Response list(ApiRequest request) {
        return places.in(
                request,
                MANAGE,
                home ->
                        ApiList.of(
                                request,
                                list ->
                                        list.answer(
                                                "organizations",
                                                organizations.find(
                                                        list.text(),
                                                        list.by(Organizations.Column.NAME)),
                                                OrganizationsApi::json)));
    }

    private static ObjectNode json(Organizations.Listed listed) {
        return json(listed.organization())
                .put("teams", listed.teams())
                .put("users", listed.users())
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
                        switch (organizations.rename(known, name, request.by(), request.moment())) {
                            case DONE -> shown(new Organization(known.id(), name, known.kind()));
                            case EDIT_CONFLICT, NAME_TAKEN, NO_ROOM -> ApiAnswer.changedBefore();
                        });
    }
}
