package dev.latchkey.console.directory;

import dev.latchkey.api.ApiBody;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a program has sent about a person. {@code teams}: those of the organization, by their id.
 */
record PersonPatch(ApiFields fields, Map<String, Team> teams) {
  /** The roles that are given as such, by their names in the answers. */
  private static final Map<String, User.Role> ROLES =
      Map.of(
          "member", User.Role.MEMBER,
          "auditor", User.Role.AUDITOR,
          "platform_auditor", User.Role.PLATFORM_AUDITOR,
          "organization_administrator", User.Role.ORGANIZATION_ADMINISTRATOR,
          "super_administrator", User.Role.SUPER_ADMINISTRATOR);

  static PersonPatch of(ApiFields fields, List<Team> teams) {
    return new PersonPatch(
        fields, teams.stream().collect(Collectors.toMap(team -> team.id().value(), team -> team)));
  }

  /** What cannot be understood, whomever it is about. */
  static List<ApiError> errors(ApiRequest request) {
    var errors = new ArrayList<>(request.errors());
    if (!errors.isEmpty()) {
      return errors;
    }
    ApiFields fields = request.fields();
    fields
        .text("role")
        .filter(role -> !ROLES.containsKey(role))
        .ifPresent(role ->
            errors.add(
                new ApiError(
                    "role",
                    "It must be one of member, auditor, organization_administrator,"
                        + " platform_auditor, super_administrator. A team administrator is a"
                        + " member with administrator in teams.")));
    fields.objects("teams").orElse(List.of()).stream()
        .flatMap(team -> team.errors(ApiBody.TEAM_PART.fields()).stream())
        .map(error -> new ApiError(String.join(".", "teams", error.field()), error.description()))
        .forEach(errors::add);
    return errors;
  }

  Optional<ApiError> unknownTeam() {
    return fields.objects("teams").orElse(List.of()).stream()
        .map(team -> team.text("team_id").orElse(""))
        .filter(id -> !teams.containsKey(id))
        .findFirst()
        .map(id -> new ApiError("teams.team_id", "The organization has no team \"" + id + "\"."));
  }

  /** What was sent, over what is known. */
  PersonForm over(PersonForm known) {
    return new PersonForm(
        fields.text("name").map(String::strip).orElse(known.name()),
        fields.text("email").map(EmailAddress::normal).orElse(known.email()),
        fields.text("role").map(role -> role.toUpperCase(Locale.ROOT)).orElse(known.role()),
        fields.objects("teams").map(this::parts).orElseGet(() -> parts(known)),
        known.version());
  }

  private Map<Team, PersonForm.Part> parts(PersonForm known) {
    var own = new HashMap<>(known.parts());
    own.keySet().retainAll(teams.values());
    return own;
  }

  private Map<Team, PersonForm.Part> parts(List<ApiFields> sent) {
    var parts = new HashMap<Team, PersonForm.Part>();
    for (ApiFields each : sent) {
      Optional.ofNullable(teams.get(each.text("team_id").orElse("")))
          .ifPresent(team ->
              parts.put(
                  team,
                  each.flag("administrator")
                      ? PersonForm.Part.ADMINISTRATOR
                      : PersonForm.Part.MEMBER));
    }
    return parts;
  }
}
