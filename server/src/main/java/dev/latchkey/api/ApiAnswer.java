package dev.latchkey.api;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Words;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Language;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.NotRenamed;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The answers that several calls of the management API have in common. */
public final class ApiAnswer {
  private static final Words WORDS = new Words(Language.ENGLISH);

  private ApiAnswer() {}

  /**
   * A part of a list. {@code next_page} is the number of the next one, and is left out after the
   * last. A page beyond the end has no entries. So a program that reads on until then comes to an
   * end. The total is counted up to {@link TableRows#MAX_COUNTED}.
   */
  public static <T> Response list(
      String name, TablePage<?> page, TableRows<T> found, Function<T, ObjectNode> write) {
    List<T> rows = found.number() == page.number() ? found.rows() : List.of();
    ObjectNode json = Json.object();
    var array = json.putArray(name);
    rows.forEach(row -> array.add(write.apply(row)));
    json.put("total", found.total()).put("page", page.number()).put("limit", page.size());
    if (!rows.isEmpty() && found.isFollowed(page)) {
      json.put("next_page", page.number() + 1);
    }
    return Response.json(200, json);
  }

  /** An object that can be changed, with the version that a change must name. */
  public static Response versioned(int status, String version, ObjectNode json) {
    return Response.json(status, json).with("ETag", tag(version));
  }

  static String tag(String version) {
    return '"' + version + '"';
  }

  /** What {@link #tag} was made from; empty if it made another text. */
  static String version(String tag) {
    boolean isTag = tag.length() > 1 && tag.startsWith("\"") && tag.endsWith("\"");
    return isTag ? tag.substring(1, tag.length() - 1) : "";
  }

  public static Response done() {
    return new Response(204, List.of(), Content.NONE);
  }

  /** Data of others is answered as if it did not exist (security row 63). */
  public static Response notFound() {
    return new Refusal(404, "not_found", "It does not exist, or the caller may not see it.").json();
  }

  public static Response refused(NoAccess why) {
    return switch (why) {
      case NOT_FOUND -> notFound();
      case FORBIDDEN -> forbidden("The role of the caller does not allow this.");
    };
  }

  public static Response refused(NotManaged why) {
    return switch (why) {
      case NOT_FOUND -> notFound();
      case ONESELF -> forbidden("People cannot manage their own account in this way.");
      case ABOVE ->
          forbidden(
              "The role of the caller does not allow to change this person or to give this role.");
    };
  }

  public static Response refused(NotRenamed why, Response taken) {
    return switch (why) {
      case UNSEEN -> versionMissing();
      case EDIT_CONFLICT -> changedBefore();
      case NAME_TAKEN -> taken;
    };
  }

  public static Response flawed(FlawedNames names) {
    return flawed(FormErrors.of(names, field -> field));
  }

  public static Response forbidden(String description) {
    return new Refusal(403, "access_denied", description).json();
  }

  public static Response versionMissing() {
    return new Refusal(
            428, "version_required", "Send the ETag of the answer that you have read as If-Match.")
        .json();
  }

  /** The object is no longer as the caller has read it. */
  public static Response changedBefore() {
    return new Refusal(
            412,
            "edit_conflict",
            "It was changed since you read it. Read it again. Nothing was done.")
        .json();
  }

  public static Response conflict(String error, String description) {
    return new Refusal(409, error, description).json();
  }

  /** The fields that were refused, each with the reason. */
  public static Response flawed(int status, List<ApiError> errors) {
    ObjectNode json =
        Json.object().put("error", "invalid_request").put("error_description", described(errors));
    var array = json.putArray("fields");
    errors.forEach(error ->
        array.add(
            Json.object().put("field", error.field()).put("description", error.description())));
    return Response.json(status, json);
  }

  /** In one sentence, for programs that show nothing else. */
  private static String described(List<ApiError> errors) {
    ApiError first = errors.getFirst();
    String other = errors.size() == 1 ? "" : " There are more errors in fields.";
    return first.field().isEmpty()
        ? first.description() + other
        : first.field() + ": " + first.description() + other;
  }

  /** The same for the errors of a page's form. */
  public static Response flawed(FormErrors errors) {
    return flawed(
        errors.status(),
        errors.errors().stream()
            .map(error ->
                new ApiError(error.field(), WORDS.say(error.message(), error.values().toArray())))
            .toList());
  }
}
