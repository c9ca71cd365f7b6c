package dev.latchkey.api;

import dev.latchkey.api.view.Answers;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Json;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.NotRenamed;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.List;
import java.util.Optional;
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
      String name, TablePage<?> page, TableRows<T> found, Function<T, Record> view) {
    List<T> rows = found.number() == page.number() ? found.rows() : List.of();
    boolean isFollowed = !rows.isEmpty() && found.isFollowed(page);
    Optional<Integer> next = isFollowed ? Optional.of(page.number() + 1) : Optional.empty();
    return list(
        name,
        rows.stream().map(view).toList(),
        new Answers.Page(found.total(), page.number(), page.size(), next));
  }

  /** {@code rest}: the fields beside the entries. */
  public static Response list(String name, List<? extends Record> entries, Record rest) {
    ObjectNode json = Json.object();
    var array = json.putArray(name);
    entries.forEach(entry -> array.add(ViewJson.of(entry)));
    return Response.json(200, json.setAll(ViewJson.of(rest)));
  }

  public static Response of(int status, Record view) {
    return Response.json(status, ViewJson.of(view));
  }

  /** An object that can be changed, with the version that a change must name. */
  public static Response versioned(int status, String version, Record view) {
    return of(status, view).with("ETag", tag(version));
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
    return of(
        status, new ApiError.Answer("invalid_request", described(errors), Optional.of(errors)));
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
