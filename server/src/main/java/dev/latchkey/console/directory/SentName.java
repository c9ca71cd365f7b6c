package dev.latchkey.console.directory;

import dev.latchkey.api.ApiAnswer;
import dev.latchkey.api.ApiError;
import dev.latchkey.api.ApiFields;
import dev.latchkey.api.ApiRequest;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.SecretHash;
import java.util.List;
import java.util.Map;

/**
 * The name of a team or an organization that a program has sent. Such a thing has no number of its
 * version: its name is all that changes, so a hash of the name is the version.
 */
final class SentName {
  private static final int VERSION_CHARS = 16;

  private SentName() {}

  @FunctionalInterface
  interface Handler {
    Response answer(String name);
  }

  static String version(String name) {
    return SecretHash.of(name).text().substring(0, VERSION_CHARS);
  }

  /** Calls the handler with a new name for something that the caller has seen as it is now. */
  static Response of(ApiRequest request, String known, Handler handler) {
    return of(
        request,
        name -> {
          if (!request.namesVersion()) {
            return ApiAnswer.versionMissing();
          }
          return request.hasSeen(version(known)) ? handler.answer(name) : ApiAnswer.changedBefore();
        });
  }

  static Response of(ApiRequest request, Handler handler) {
    List<ApiError> errors = request.fields().errors(Map.of("name", ApiFields.Type.TEXT));
    if (!errors.isEmpty()) {
      return ApiAnswer.flawed(400, errors);
    }
    String name = request.fields().text("name").orElse("").strip();
    return DisplayName.flawOf(name)
        .map(flaw -> ApiAnswer.flawed(FormErrors.of(400, "name", "flaw.name." + flaw)))
        .orElseGet(() -> handler.answer(name));
  }
}
