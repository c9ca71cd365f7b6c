package dev.latchkey.audit;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiList;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.Places;
import dev.latchkey.http.Form;
import dev.latchkey.http.Json;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.Caller;
import dev.latchkey.model.Id;
import dev.latchkey.model.Rights;
import dev.latchkey.model.User;
import dev.latchkey.storage.AuditRecords;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The call of the management API that reads the audit log, the newest entries first. */
public final class AuditApi {
    private final Places places;
    private final AuditRecords records;

    public AuditApi(Places places, AuditRecords records) {
        this.places = places;
        this.records = records;
    }

    public List<Route> routes(ApiGuard guard) {
        return List.of(guard.route(Operation.LIST_AUDIT, this::list));
    }

    /** Without the name of an organization, super administrators get the entries of all of them. */
    private Response list(ApiRequest request) {
        boolean isOfAll =
                request.query().value("org_id").isEmpty()
                        && request.caller() instanceof Caller.Person person
                        && person.user().role() == User.Role.SUPER_ADMINISTRATOR;
        return isOfAll
                ? list(request, Optional.empty())
                : places.in(
                        request,
                        Rights.Act.SEE_AUDIT_OF_ORGANIZATION,
                        organization -> list(request, Optional.of(organization.id())));
    }

    private Response list(ApiRequest request, Optional<Id.Organization> organization) {
        var filter = new Filter(request.query(), new ArrayList<>());
        AuditSearch search = filter.search(organization);
        return ApiList.of(
                request,
                list ->
                        filter.errors().isEmpty()
                                ? answer(records.page(search, list.limit()))
                                : ApiAnswer.flawed(400, filter.errors()));
    }

    /** The entries have the fields of the exported log. */
    private static Response answer(AuditRecords.Found found) {
        var json = Json.object();
        var array = json.putArray("entries");
        found.entries()
                .forEach(entry ->
                        Json.parse(AuditFormat.JSON_LINES.line(entry)).ifPresent(array::add));
        if (found.rest().orElse(null) instanceof AuditSearch.Position.After(long entry)) {
            json.put("next_cursor", String.valueOf(entry));
        }
        return Response.json(200, json);
    }

    /** The filters of the query, and what is wrong with them. */
    private record Filter(Form query, List<ApiError> errors) {
        AuditSearch search(Optional<Id.Organization> organization) {
            return new AuditSearch(
                    organization,
                    new AuditSearch.Period(time("from"), time("until")),
                    id("user_id", Id.USER),
                    id("about_user_id", Id.USER),
                    id("client_id", Id.CLIENT),
                    event(),
                    outcome(),
                    query.value("address"),
                    position());
        }

        private Optional<Instant> time(String name) {
            try {
                return query.value(name).map(text -> OffsetDateTime.parse(text).toInstant());
            } catch (DateTimeParseException noTime) {
                errors.add(new ApiError(name, "It must be a time such as 2026-01-31T12:00:00Z."));
                return Optional.empty();
            }
        }

        private <I extends Id> Optional<I> id(String name, Id.Kind<I> kind) {
            Optional<I> id = query.value(name).flatMap(kind::parse);
            if (query.value(name).isPresent() && id.isEmpty()) {
                errors.add(new ApiError(name, "It must begin with " + kind.prefix() + "."));
            }
            return id;
        }

        private Set<AuditEvent> event() {
            Optional<String> named = query.value("event");
            Optional<AuditEvent> event =
                    named.flatMap(text ->
                            Arrays.stream(AuditEvent.values())
                                    .filter(each -> each.name().equalsIgnoreCase(text))
                                    .findFirst());
            if (named.isPresent() && event.isEmpty()) {
                errors.add(new ApiError("event", "There is no such event."));
            }
            return event.map(Set::of).orElseGet(Set::of);
        }

        private Optional<Boolean> outcome() {
            Optional<String> named = query.value("outcome");
            if (named.filter(text -> !Set.of("done", "refused").contains(text)).isPresent()) {
                errors.add(new ApiError("outcome", "It must be done or refused."));
            }
            return named.map("done"::equals);
        }

        private AuditSearch.Position position() {
            Optional<String> cursor = query.value("cursor");
            if (cursor.filter(text -> !text.matches("[0-9]{1,18}")).isPresent()) {
                errors.add(new ApiError("cursor", "Use next_cursor of the answer before."));
                return new AuditSearch.Position.Newest();
            }
            return cursor.<AuditSearch.Position>map(
                            text -> new AuditSearch.Position.After(Long.parseLong(text)))
                    .orElseGet(AuditSearch.Position.Newest::new);
        }
    }
}
