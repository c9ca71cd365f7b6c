package dev.latchkey.console.call;

import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.time.WrittenTime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filter of the request log as an address says it. Each field is kept as it was entered, so
 * that the form can show it again. An invalid filter matches no calls, instead of all of them.
 */
public record CallFilter(Map<Field, String> fields, Optional<RecordedCall.Place> before) {
  private static final Pattern STATUS = Pattern.compile("[0-5]|[1-5][0-9]{2}");
  private static final Pattern PLACE = Pattern.compile("([0-9]{1,15})-([A-Za-z0-9._:@/+=-]{0,64})");

  public CallFilter {
    fields = Map.copyOf(fields);
  }

  /** The fields of the form, by their names in the address of the page. */
  public enum Field {
    ORGANIZATION,
    OUTCOME,
    STATUS,
    REASON,
    METHOD,
    ROUTE,
    KIND,
    CREDENTIAL,
    PERSON,
    ADDRESS,
    TOKEN,
    RANGE,
    FROM,
    UNTIL;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A period that ends now. */
  public enum Range {
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofDays(1)),
    WEEK(Duration.ofDays(7)),
    MONTH(Duration.ofDays(30));

    private final Duration length;

    Range(Duration length) {
      this.length = length;
    }

    public Duration length() {
      return length;
    }
  }

  static CallFilter in(Form query) {
    var fields = new EnumMap<Field, String>(Field.class);
    for (Field field : Field.values()) {
      query
          .value(field.code())
          .map(String::strip)
          .filter(text -> !text.isEmpty())
          .ifPresent(text -> fields.put(field, text));
    }
    return new CallFilter(fields, query.value("before").flatMap(CallFilter::place));
  }

  static boolean isStatus(String text) {
    return STATUS.matcher(text).matches();
  }

  /** Reads what {@link #written} has written. */
  static Optional<RecordedCall.Place> place(String text) {
    return Optional.of(PLACE.matcher(text))
        .filter(Matcher::matches)
        .map(parts ->
            new RecordedCall.Place(
                Instant.ofEpochMilli(Long.parseLong(parts.group(1))), parts.group(2)));
  }

  static String written(RecordedCall.Place place) {
    return place.at().toEpochMilli() + "-" + place.id();
  }

  public String value(Field field) {
    return fields.getOrDefault(field, "");
  }

  List<Field> set() {
    return Stream.of(Field.values()).filter(fields::containsKey).toList();
  }

  CallFilter without(Field field) {
    return only(other -> other != field);
  }

  CallFilter with(Map<Field, String> others) {
    var all = new EnumMap<Field, String>(Field.class);
    all.putAll(fields);
    all.putAll(others);
    return new CallFilter(all, Optional.empty());
  }

  private CallFilter only(Predicate<Field> kept) {
    return new CallFilter(
        fields.entrySet().stream()
            .filter(field -> kept.test(field.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
        Optional.empty());
  }

  /** The part of an address after its path, with the question mark unless it is empty. */
  public String query() {
    String text =
        set().stream()
            .map(field ->
                field.code() + "=" + URLEncoder.encode(value(field), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return text.isEmpty() ? "" : "?" + text;
  }

  /** The same address from the calls before this place on. */
  String queryBefore(RecordedCall.Place place) {
    String query = query();
    return query
        + (query.isEmpty() ? "?" : "&")
        + "before="
        + URLEncoder.encode(written(place), StandardCharsets.UTF_8);
  }

  Optional<Range> range() {
    return constant(Field.RANGE, Range.values());
  }

  Optional<RecordedCall.Outcome> outcome() {
    return constant(Field.OUTCOME, RecordedCall.Outcome.values());
  }

  Optional<CallReason> reason() {
    return constant(Field.REASON, CallReason.values());
  }

  Optional<RecordedCall.Kind> kind() {
    return constant(Field.KIND, RecordedCall.Kind.values());
  }

  private <E extends Enum<E>> Optional<E> constant(Field field, E[] constants) {
    return Arrays.stream(constants).filter(each -> each.name().equals(value(field))).findFirst();
  }

  private Optional<Instant> time(Field field) {
    return Optional.of(value(field)).flatMap(WrittenTime::parse);
  }

  CallSearch.Period period(Instant now) {
    Optional<Instant> from =
        time(Field.FROM).or(() -> range().map(range -> now.minus(range.length())));
    return new CallSearch.Period(from, time(Field.UNTIL));
  }

  /** {@code person}: whom the field names; empty if there is no such person. */
  Optional<CallSearch.Filter> filter(Optional<Id.Subject> person) {
    boolean isValid =
        isValid(Field.OUTCOME, outcome())
            && isValid(Field.REASON, reason())
            && isValid(Field.KIND, kind())
            && isValid(Field.RANGE, range())
            && isValid(Field.FROM, time(Field.FROM))
            && isValid(Field.UNTIL, time(Field.UNTIL))
            && isValid(Field.STATUS, Optional.of(value(Field.STATUS)).filter(CallFilter::isStatus))
            && isValid(Field.PERSON, person);
    return isValid
        ? Optional.of(
            new CallSearch.Filter(
                kind(),
                outcome(),
                reason(),
                text(Field.STATUS).map(Integer::valueOf),
                text(Field.METHOD).map(method -> method.toUpperCase(Locale.ROOT)),
                text(Field.ROUTE),
                text(Field.CREDENTIAL).map(Id.Client::new),
                person,
                text(Field.ADDRESS),
                text(Field.TOKEN)))
        : Optional.empty();
  }

  private boolean isValid(Field field, Optional<?> read) {
    return !fields.containsKey(field) || read.isPresent();
  }

  private Optional<String> text(Field field) {
    return Optional.ofNullable(fields.get(field));
  }
}
