package dev.latchkey.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiGuard;
import dev.latchkey.api.ApiList;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.api.Operation;
import dev.latchkey.api.Places;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.page.FormErrors;
import dev.latchkey.storage.UserAdministration;
import dev.latchkey.storage.UserLists;
import dev.latchkey.storage.Users;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The calls of the management API about people. */
public final class UsersApi {
    private static final Set<String> FIELDS = Set.of("name", "email", "role", "teams");
    private static final Set<String> TEAM_FIELDS = Set.of("team_id", "name", "administrator");

    private final Places places;
    private final ManagedPeople people;
    private final Users users;
    private final UserLists lists;
    private final UserAdministration administration;

    public UsersApi(
            Places places,
            ManagedPeople people,
            Users users,
            UserLists lists,
            UserAdministration administration) {
        this.places = places;
        this.people = people;
        this.users = users;
        this.lists = lists;
        this.administration = administration;
    }

    public List<Route> routes(ApiGuard guard) {
        return List.of(
                guard.route(Operation.LIST_USERS, this::list),
                guard.route(Operation.GET_USER, this::show),
                guard.route(Operation.CHANGE_USER, this::change),
                guard.route(Operation.DISABLE_USER, this::disable),
                guard.route(Operation.ENABLE_USER, this::enable));
    }

    private Response list(ApiRequest request) {
        return places.in(
                request,
                Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION,
                organization -> ApiList.of(request, list -> list(list, organization)));
    }

    private Response list(ApiList list, Organization organization) {
        var search =
                new UserLists.Search(
                        Optional.of(organization.id()),
                        list.text(),
                        false,
                        list.by(UserLists.Column.NAME));
        return list.answer("users", lists.find(search), PersonJson::of);
    }

    private Response show(ApiRequest request) {
        return people.toSee(request, at -> shown(at.person()));
    }

    private static Response shown(ManagedUser person) {
        return ApiAnswer.versioned(200, String.valueOf(person.version()), PersonJson.of(person));
    }

    /** The person as they are after a change. */
    private Response shownAgain(ManagedPeople.At at) {
        return administration
                .find(at.person().user().id())
                .map(UsersApi::shown)
                .orElseGet(ApiAnswer::notFound);
    }

    private Response change(ApiRequest request) {
        List<ApiError> unknown = unknown(request.fields());
        return unknown.isEmpty()
                ? people.toChange(request, this::changed)
                : ApiAnswer.flawed(400, unknown);
    }

    private static List<ApiError> unknown(ApiFields fields) {
        var errors = new ArrayList<>(fields.unknown(FIELDS));
        fields.objects("teams")
                .orElse(List.of())
                .forEach(team ->
                        team.unknown(TEAM_FIELDS).stream()
                                .map(error -> new ApiError("teams", error.description()))
                                .forEach(errors::add));
        return errors;
    }

    private Response changed(ManagedPeople.At at) {
        Map<String, Team> teams =
                users.teams(at.organization().id()).stream()
                        .collect(Collectors.toMap(team -> team.id().value(), team -> team));
        ApiFields fields = at.request().fields();
        Optional<ApiError> unknown = unknownTeam(fields, teams);
        if (unknown.isPresent()) {
            return ApiAnswer.flawed(400, List.of(unknown.get()));
        }
        return switch (PersonDraft.of(entered(fields, at.person(), teams), at.roles())) {
            case PersonDraft.Flawed(FormErrors errors) -> ApiAnswer.flawed(errors);
            case PersonDraft.Overreaching above -> people.forbidden(at);
            case PersonDraft.Sound sound -> {
                User wanted = sound.applied(at.person().user());
                yield answer(
                        at,
                        administration.change(
                                at.person(), wanted, at.request().by(), at.request().moment()));
            }
        };
    }

    private static Optional<ApiError> unknownTeam(ApiFields fields, Map<String, Team> teams) {
        return fields.objects("teams").orElse(List.of()).stream()
                .map(team -> team.text("team_id").orElse(""))
                .filter(id -> !teams.containsKey(id))
                .findFirst()
                .map(id -> new ApiError("teams", "The organization has no team " + id + "."));
    }

    /** What was sent, over what is stored. */
    private static EnteredPerson entered(
            ApiFields fields, ManagedUser person, Map<String, Team> teams) {
        EnteredPerson stored = EnteredPerson.of(person);
        Map<Team, EnteredPerson.Part> parts =
                fields.objects("teams")
                        .map(sent -> parts(sent, teams))
                        .orElseGet(() -> {
                            var own = new HashMap<>(stored.parts());
                            own.keySet().retainAll(teams.values());
                            return own;
                        });
        return new EnteredPerson(
                fields.text("name").map(String::strip).orElse(stored.name()),
                fields.text("email").map(EmailAddress::normal).orElse(stored.email()),
                fields.text("role")
                        .map(role -> role.toUpperCase(Locale.ROOT))
                        .orElse(stored.role()),
                parts,
                person.version());
    }

    private static Map<Team, EnteredPerson.Part> parts(
            List<ApiFields> sent, Map<String, Team> teams) {
        var parts = new HashMap<Team, EnteredPerson.Part>();
        for (ApiFields each : sent) {
            Optional.ofNullable(teams.get(each.text("team_id").orElse("")))
                    .ifPresent(team ->
                            parts.put(
                                    team,
                                    each.flag("administrator")
                                            ? EnteredPerson.Part.ADMINISTRATOR
                                            : EnteredPerson.Part.MEMBER));
        }
        return parts;
    }

    private Response disable(ApiRequest request) {
        return people.toChange(
                request,
                at ->
                        at.person().state() == ManagedUser.State.DISABLED
                                ? shown(at.person())
                                : answer(
                                        at,
                                        administration.disable(
                                                at.person(),
                                                Optional.of(request.by()),
                                                request.moment())));
    }

    private Response enable(ApiRequest request) {
        return people.toChange(
                request,
                at ->
                        at.person().state() != ManagedUser.State.DISABLED
                                ? shown(at.person())
                                : answer(
                                        at,
                                        administration.enable(
                                                at.person(),
                                                Optional.of(request.by()),
                                                request.moment())));
    }

    private Response answer(ManagedPeople.At at, UserAdministration.Outcome outcome) {
        return switch (outcome) {
            case DONE -> shownAgain(at);
            case EDIT_CONFLICT -> ApiAnswer.changedBefore();
            case EMAIL_TAKEN -> ApiAnswer.flawed(FormErrors.of(409, "email", "flaw.email-taken"));
            case LAST_SUPER_ADMINISTRATOR ->
                    ApiAnswer.conflict(
                            "last_super_administrator",
                            "At least one active super administrator must remain.");
        };
    }
}
