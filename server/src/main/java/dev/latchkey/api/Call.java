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
final class Call {
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

  private Call(String method, String path, String scope) {
    this.method = method;
    this.path = path;
    this.scope = scope;
  }

  /** A call that every token may make. */
  static Call open(String path) {
    return new Call("GET", path, "");
  }

  /** {@code noun}: the part of the name of the scope that says what the call is about. */
  static Call get(String noun, String path) {
    return new Call("GET", path, "read:latchkey:" + noun);
  }

  static Call post(String noun, String path) {
    return writing("POST", noun, path);
  }

  static Call patch(String noun, String path) {
    return writing("PATCH", noun, path);
  }

  static Call put(String noun, String path) {
    return writing("PUT", noun, path);
  }

  static Call delete(String noun, String path) {
    return writing("DELETE", noun, path);
  }

  private static Call writing(String method, String noun, String path) {
    return new Call(method, path, "write:latchkey:" + noun);
  }

  Call with(ApiField... fields) {
    parameters.addAll(List.of(fields));
    return this;
  }

  Call with(ApiBody sent) {
    body = Optional.of(sent);
    return this;
  }

  Call withImage() {
    takesImage = true;
    return this;
  }

  Call showsImage() {
    answer = Optional.of(new Answer.Image());
    return this;
  }

  Call shows(Noun noun) {
    answer = Optional.of(new Answer.One(200, noun));
    return this;
  }

  Call creates(Noun noun) {
    answer = Optional.of(new Answer.One(201, noun));
    return this;
  }

  /** Shows what it has changed. */
  Call changes(Noun noun) {
    isOnVersion = true;
    return shows(noun);
  }

  Call lists(String name, Noun entry, Class<? extends Record> rest) {
    answer = Optional.of(new Answer.Many(name, entry, rest));
    return this;
  }

  /** A list in pages. The first of the fields is the one by which it is sorted at first. */
  Call pages(String name, Noun entry, ApiQuery.Sorting... by) {
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
  Call follows(String name, Noun entry, Class<? extends Record> rest, int most) {
    return lists(name, entry, rest)
        .with(text("cursor"), number("limit", most, ApiQuery.DEFAULT_LIMIT));
  }
}
