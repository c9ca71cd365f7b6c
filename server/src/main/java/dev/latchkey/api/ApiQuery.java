package dev.latchkey.api;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Id;
import dev.latchkey.model.time.WrittenTime;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The parameters of a call. A handler reads all that it knows, and then calls {@link #answer}: if a
 * value was wrong, the answer names each of them.
 */
public final class ApiQuery {
  public static final int DEFAULT_LIMIT = 50;
  public static final int MAX_LIMIT = 200;

  /** The limit of the list of all tokens. */
  public static final int MAX_TOKENS = 1_000;

  static final int MAX_TEXT_CHARS = 100;
  private static final int MAX_PAGE = 1_000_000;

  private final Form form;
  private final Operation operation;
  private final List<ApiError> errors = new ArrayList<>();

  ApiQuery(Form form, Operation operation) {
    this.form = form;
    this.operation = operation;
  }

  /**
   * The parameters that the operation does not have, that were sent twice, or that have no value.
   * They are refused, because a filter with a typing error must not find everything.
   */
  static List<ApiError> unusable(Form form, Set<String> known) {
    var errors = new ArrayList<ApiError>();
    for (String name : form.names()) {
      if (!known.contains(name)) {
        errors.add(new ApiError(name, "There is no such parameter. " + listed(known)));
      } else if (form.repeated(Set.of(name)).isPresent()) {
        errors.add(new ApiError(name, "Send it once."));
      } else if (form.value(name).isEmpty()) {
        errors.add(new ApiError(name, "It has no value. Leave it out or give it one."));
      }
    }
    return errors;
  }

  private static String listed(Set<String> known) {
    return known.isEmpty()
        ? "This call has no parameters."
        : "The parameters are " + String.join(", ", known.stream().sorted().toList()) + ".";
  }

  public Optional<String> value(String name) {
    return form.value(name);
  }

  /** One of the constants, by its name in small letters. */
  public <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
    Map<String, E> choices =
        Arrays.stream(type.getEnumConstants())
            .collect(Collectors.toMap(ViewJson::code, each -> each));
    return choice(name, choices);
  }

  public <T> Optional<T> choice(String name, Map<String, T> choices) {
    Optional<String> sent = form.value(name);
    Optional<T> chosen = sent.flatMap(code -> Optional.ofNullable(choices.get(code)));
    if (sent.isPresent() && chosen.isEmpty()) {
      String codes = String.join(", ", new TreeMap<>(choices).keySet());
      errors.add(new ApiError(name, "It must be one of " + codes + "."));
    }
    return chosen;
  }

  public <I extends Id> Optional<I> id(String name, Id.Kind<I> kind) {
    Optional<I> id = form.value(name).flatMap(kind::parse);
    if (form.value(name).isPresent() && id.isEmpty()) {
      errors.add(new ApiError(name, "It must be an identifier that begins with " + kind.prefix()));
    }
    return id;
  }

  public Optional<Instant> time(String name) {
    Optional<String> text = form.value(name);
    Optional<Instant> time = text.flatMap(WrittenTime::parse);
    if (text.isPresent() && time.isEmpty()) {
      errors.add(
          new ApiError(
              name, "It must be a time such as 2026-01-31T12:00:00Z. A + is sent as %2B."));
    }
    return time;
  }

  /** The text {@code q} that entries contain. */
  public SearchText text() {
    String text = form.value("q").orElse("").strip();
    if (text.length() > MAX_TEXT_CHARS) {
      errors.add(new ApiError("q", "It must have at most " + MAX_TEXT_CHARS + " characters."));
      return SearchText.NONE;
    }
    return new SearchText(text);
  }

  public int limit() {
    return limit(MAX_LIMIT);
  }

  public int limit(int most) {
    return number("limit", DEFAULT_LIMIT, most);
  }

  /**
   * The part of a list: {@code page} from 1, with {@code limit} entries, sorted by {@code sort}.
   * Without it the list is sorted by the first field that the operation names.
   */
  public <C extends TablePage.Column> TablePage<C> page(Class<C> columns) {
    var choices = new LinkedHashMap<String, C>();
    operation.call().sorting.forEach(each -> choices.put(each.name(), columns.cast(each.column())));
    C column = choice("sort", choices).orElse(choices.firstEntry().getValue());
    TablePage.Direction direction =
        choice("order", TablePage.Direction.class).orElse(column.usual());
    return new TablePage<>(column, direction, number("page", 1, MAX_PAGE), limit());
  }

  /** The name of the field by which a list can be sorted, and its column in the store. */
  record Sorting(String name, TablePage.Column column) {}

  static Sorting by(String name, TablePage.Column column) {
    return new Sorting(name, column);
  }

  private int number(String name, int otherwise, int most) {
    String text = form.value(name).orElse(String.valueOf(otherwise));
    if (text.matches("[1-9][0-9]{0,6}") && Integer.parseInt(text) <= most) {
      return Integer.parseInt(text);
    }
    errors.add(new ApiError(name, "It must be a number from 1 to " + most + "."));
    return otherwise;
  }

  public void refuse(String name, String description) {
    errors.add(new ApiError(name, description));
  }

  /** What the supplier answers, or what is wrong with the parameters. */
  public Response answer(Supplier<Response> answer) {
    return errors.isEmpty() ? answer.get() : ApiAnswer.flawed(400, errors);
  }
}
