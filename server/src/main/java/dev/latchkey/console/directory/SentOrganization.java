package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.Organization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a program has sent about a new organization: its name, its kind and its first team. */
record SentOrganization(String name, Organization.Kind kind, String team) {
  private static final Map<String, ApiFields.Type> FIELDS =
      Map.of(
          "name", ApiFields.Type.TEXT,
          "kind", ApiFields.Type.TEXT,
          "team", ApiFields.Type.TEXT);
  private static final Map<String, Organization.Kind> KINDS =
      Map.of(
          "multi_team", Organization.Kind.MULTI_TEAM,
          "single_team", Organization.Kind.SINGLE_TEAM);

  @FunctionalInterface
  interface Handler {
    Response answer(SentOrganization sent);
  }

  /** Calls the handler with what was sent, or answers what is wrong with it. */
  static Response of(ApiFields fields, Handler handler) {
    var errors = new ArrayList<>(fields.errors(FIELDS));
    Optional<Organization.Kind> kind =
        Optional.ofNullable(KINDS.get(fields.text("kind").orElse("multi_team")));
    if (errors.isEmpty() && kind.isEmpty()) {
      errors.add(new ApiError("kind", "It must be one of multi_team, single_team."));
    }
    if (!errors.isEmpty()) {
      return ApiAnswer.flawed(400, errors);
    }
    String name = fields.text("name").orElse("").strip();
    String team = fields.text("team").orElse("").strip();
    List<FormErrors.FieldError> flaws =
        Stream.concat(flaws("name", name), flaws("team", team)).toList();
    return flaws.isEmpty()
        ? handler.answer(new SentOrganization(name, kind.get(), team))
        : ApiAnswer.flawed(new FormErrors(400, flaws));
  }

  private static Stream<FormErrors.FieldError> flaws(String field, String name) {
    return DisplayName.flawOf(name).stream()
        .map(flaw -> new FormErrors.FieldError(field, "flaw.name." + flaw));
  }
}
