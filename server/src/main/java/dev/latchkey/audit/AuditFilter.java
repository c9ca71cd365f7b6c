package dev.latchkey.audit;

import dev.latchkey.edge.http.Form;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditSearch;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filter of the audit log. Each field is stored as it was entered, so that the form can show it
 * again and the address of the page contains the whole filter. An invalid filter matches no
 * entries, instead of all of them.
 *
 * @param zone the time zone of the reader, in which days begin; UTC if it is unknown
 * @param position where the page begins
 */
public record AuditFilter(Map<Field, String> fields, ZoneId zone, AuditSearch.Position position) {

  private static final String ZONE = "zone";
  private static final ZoneId UTC = ZoneId.of("UTC");

  /**
   * ISO 8601 also allows years of up to nine digits, but no database can store moments so far away.
   */
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  public AuditFilter {
    fields = Map.copyOf(fields);
  }

  /** The fields of the form, by their names in the address of the page. */
  public enum Field {
    ORGANIZATION,
    ACTOR,
    OBJECT,
    EVENT,
    OUTCOME,
    ADDRESS,
    REQUEST,
    RANGE,
    FROM,
    UNTIL;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A period that ends now, or yesterday. Days begin at midnight where the reader is. */
  public enum Range {
    HOUR(Duration.ofHours(1)),
    TODAY(Duration.ZERO),
    YESTERDAY(Duration.ofDays(1)),
    WEEK(Duration.ofDays(7)),
    MONTH(Duration.ofDays(30));

    private final Duration length;

    Range(Duration length) {
      this.length = length;
    }

    boolean isOfDays() {
      return this == TODAY || this == YESTERDAY;
    }

    private Instant begin(Instant now, ZoneId zone) {
      return isOfDays()
          ? AuditFilter.begin(LocalDate.ofInstant(now, zone).minusDays(length.toDays()), zone)
          : now.minus(length);
    }

    private Optional<Instant> end(Instant now, ZoneId zone) {
      return this == YESTERDAY ? Optional.of(TODAY.begin(now, zone)) : Optional.empty();
    }
  }

  /** Whether the event happened. */
  public enum Outcome {
    DONE,
    REFUSED
  }

  static AuditFilter in(Form query) {
    var fields = new EnumMap<Field, String>(Field.class);
    for (Field field : Field.values()) {
      query
          .value(field.code())
          .map(String::strip)
          .filter(text -> !text.isEmpty())
          .ifPresent(text -> fields.put(field, text));
    }
    return new AuditFilter(
        fields,
        query
            .value(ZONE)
            .filter(ZoneId.getAvailableZoneIds()::contains)
            .map(ZoneId::of)
            .orElse(UTC),
        position(query));
  }

  private static AuditSearch.Position position(Form query) {
    Optional<AuditSearch.Position> after =
        number(query, "after").map(AuditSearch.Position.After::new);
    Optional<AuditSearch.Position> before =
        number(query, "before").map(AuditSearch.Position.Before::new);
    Optional<AuditSearch.Position> since =
        number(query, "since").map(AuditSearch.Position.Since::new);
    return after.or(() -> before).or(() -> since).orElseGet(AuditSearch.Position.Newest::new);
  }

  private static Optional<Long> number(Form query, String name) {
    return query.value(name).flatMap(AuditFilter::number);
  }

  /** The number of an entry. */
  static Optional<Long> number(String text) {
    return Optional.of(text).filter(NUMBER.asMatchPredicate()).map(Long::valueOf);
  }

  public String value(Field field) {
    return fields.getOrDefault(field, "");
  }

  /** The fields that are set, in the order of the form. */
  public List<Field> set() {
    return Stream.of(Field.values()).filter(fields::containsKey).toList();
  }

  /** This filter without one field, from its newest entry. */
  AuditFilter without(Field field) {
    return only(other -> other != field);
  }

  /** The newest entries of the same organization, with this filter instead. */
  AuditFilter replacedBy(Map<Field, String> others) {
    AuditFilter rest = only(field -> field == Field.ORGANIZATION);
    var all = new EnumMap<Field, String>(Field.class);
    all.putAll(rest.fields);
    all.putAll(others);
    return new AuditFilter(all, rest.zone, rest.position);
  }

  private AuditFilter only(Predicate<Field> kept) {
    var rest =
        fields.entrySet().stream()
            .filter(field -> kept.test(field.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return new AuditFilter(rest, zone, new AuditSearch.Position.Newest());
  }

  boolean isValid() {
    return isValid(Field.FROM, day(Field.FROM))
        && isValid(Field.UNTIL, day(Field.UNTIL))
        && isValid(Field.RANGE, range())
        && (!fields.containsKey(Field.EVENT) || !events().isEmpty())
        && isValid(Field.OUTCOME, outcome());
  }

  private boolean isValid(Field field, Optional<?> chosen) {
    return !fields.containsKey(field) || chosen.isPresent();
  }

  /** The end is the end of the last day. The day that was entered is included. */
  AuditSearch.Period period(Instant now) {
    Optional<Instant> fromDay = day(Field.FROM).map(day -> begin(day, zone));
    Optional<Instant> fromRange = range().map(range -> range.begin(now, zone));
    Optional<Instant> untilDay = day(Field.UNTIL).map(day -> begin(day.plusDays(1), zone));
    Optional<Instant> untilRange = range().flatMap(range -> range.end(now, zone));
    return new AuditSearch.Period(
        Stream.concat(fromDay.stream(), fromRange.stream()).max(Instant::compareTo),
        Stream.concat(untilDay.stream(), untilRange.stream()).min(Instant::compareTo));
  }

  /** The events of the chosen group, or the chosen event; empty if none is chosen. */
  Set<AuditEvent> events() {
    return group().map(EventGroup::events).orElseGet(() -> event().map(Set::of).orElse(Set.of()));
  }

  Optional<EventGroup> group() {
    return named(EventGroup.values(), Field.EVENT);
  }

  Optional<AuditEvent> event() {
    return named(AuditEvent.values(), Field.EVENT);
  }

  Optional<Range> range() {
    return named(Range.values(), Field.RANGE);
  }

  Optional<Outcome> outcome() {
    return named(Outcome.values(), Field.OUTCOME);
  }

  /**
   * Whether refreshed tokens and exchanged codes are left out. Apps cause them for a person all the
   * time, so they are not what a reader looks for who asks what the person has done. It does not
   * depend on who has an account: that is not for other organizations to know. The entries of a
   * request are read from an index without these events.
   */
  boolean isWithoutRefreshes() {
    String object = value(Field.OBJECT);
    boolean isOfPerson = !value(Field.ACTOR).isEmpty() && (object.isEmpty() || isPerson(object));
    return isValid() && events().isEmpty() && (isOfPerson || fields.containsKey(Field.REQUEST));
  }

  /** An object is a person, by e-mail address, or a credential. */
  static boolean isPerson(String object) {
    return object.contains("@");
  }

  /** Whether what the filter matches depends on where the reader's days begin. */
  private boolean hasDays() {
    return fields.containsKey(Field.FROM)
        || fields.containsKey(Field.UNTIL)
        || range().filter(Range::isOfDays).isPresent();
  }

  /** The query of a link with the same filter, from its newest entry. */
  String query() {
    return query(new AuditSearch.Position.Newest());
  }

  String query(AuditSearch.Position other) {
    String place =
        switch (other) {
          case AuditSearch.Position.Newest _ -> "";
          case AuditSearch.Position.After(long entry) -> "after=" + entry;
          case AuditSearch.Position.Before(long entry) -> "before=" + entry;
          case AuditSearch.Position.Since(long entry) -> "since=" + entry;
        };
    boolean namesZone = hasDays() && !zone.equals(UTC);
    String query =
        Stream.of(
                set().stream().map(field -> field.code() + "=" + encoded(value(field))),
                Stream.of(zone.getId()).filter(id -> namesZone).map(id -> ZONE + "=" + encoded(id)),
                Stream.of(place).filter(text -> !text.isEmpty()))
            .flatMap(part -> part)
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private <E extends Enum<E>> Optional<E> named(E[] all, Field field) {
    return Stream.of(all).filter(each -> each.name().equals(value(field))).findFirst();
  }

  private static Instant begin(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant();
  }

  private Optional<LocalDate> day(Field field) {
    String text = value(field);
    if (!DAY.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException invalid) {
      return Optional.empty();
    }
  }
}
