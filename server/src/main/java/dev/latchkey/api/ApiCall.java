package dev.latchkey.api;

import static dev.latchkey.api.ApiField.choice;
import static dev.latchkey.api.ApiField.number;
import static dev.latchkey.api.ApiField.text;

import dev.latchkey.api.view.Answers;
import dev.latchkey.storage.query.TablePage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a call is, takes and answers: the part of an {@link Operation} that is the same for all. */
final class ApiCall {
  final String method;
  final String path;
  final String scope;
  final List<ApiField> parameters = new ArrayList<>();
  List<ApiQuery.Sorting> sorting = List.of();
  Optional<ApiBody> body = Optional.empty();
  Optional<Answer> answer = Optional.empty();

  /** Whether an image is sent, and not JSON. */
  boolean takesImage;

  /** Whether the call names the version of what it changes. */
  boolean isOnVersion;

  /** The answer of a call that succeeds. Without one it is 204. */
  sealed interface Answer {
    int status();

    record One(int status, Noun noun) implements Answer {}

    record Image() implements Answer {
      @Override
      public int status() {
        return 200;
      }
    }

    /** {@code rest}: the fields beside the entries. */
    record Many(String name, Noun entry, Class<? extends Record> rest) implements Answer {
      @Override
      public int status() {
        return 200;
      }
    }
  }

  private ApiCall(String method, String path, String scope) {
    this.method = method;
    this.path = path;
    this.scope = scope;
  }

  /** A call that every token may make. */
  static ApiCall open(String path) {
    return new ApiCall("GET", path, "");
  }

  /** {@code noun}: the part of the name of the scope that says what the call is about. */
  static ApiCall get(String noun, String path) {
    return new ApiCall("GET", path, "read:latchkey:" + noun);
  }

  static ApiCall post(String noun, String path) {
    return writing("POST", noun, path);
  }

  static ApiCall patch(String noun, String path) {
    return writing("PATCH", noun, path);
  }

  static ApiCall put(String noun, String path) {
    return writing("PUT", noun, path);
  }

  static ApiCall delete(String noun, String path) {
    return writing("DELETE", noun, path);
  }

  private static ApiCall writing(String method, String noun, String path) {
    return new ApiCall(method, path, "write:latchkey:" + noun);
  }

  ApiCall with(ApiField... fields) {
    parameters.addAll(List.of(fields));
    return this;
  }

  ApiCall with(ApiBody sent) {
    body = Optional.of(sent);
    return this;
  }

  ApiCall withImage() {
    takesImage = true;
    return this;
  }

  ApiCall showsImage() {
    answer = Optional.of(new Answer.Image());
    return this;
  }

  ApiCall shows(Noun noun) {
    answer = Optional.of(new Answer.One(200, noun));
    return this;
  }

  ApiCall creates(Noun noun) {
    answer = Optional.of(new Answer.One(201, noun));
    return this;
  }

  /** Shows what it has changed. */
  ApiCall changes(Noun noun) {
    isOnVersion = true;
    return shows(noun);
  }

  ApiCall lists(String name, Noun entry, Class<? extends Record> rest) {
    answer = Optional.of(new Answer.Many(name, entry, rest));
    return this;
  }

  /** A list in pages. The first of the fields is the one by which it is sorted at first. */
  ApiCall pages(String name, Noun entry, ApiQuery.Sorting... by) {
    sorting = List.of(by);
    return lists(name, entry, Answers.Page.class)
        .with(
            number("page", 1),
            number("limit", ApiQuery.MAX_LIMIT, ApiQuery.DEFAULT_LIMIT),
            text("q", ApiQuery.MAX_TEXT_CHARS),
            choice("sort", Stream.of(by).map(ApiQuery.Sorting::name)),
            choice("order", TablePage.Direction.class));
  }

  /** A list from the newest entry on. */
  ApiCall follows(String name, Noun entry, Class<? extends Record> rest, int most) {
    return lists(name, entry, rest)
        .with(text("cursor"), number("limit", most, ApiQuery.DEFAULT_LIMIT));
  }
}
