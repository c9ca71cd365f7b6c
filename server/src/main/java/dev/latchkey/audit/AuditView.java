package dev.latchkey.audit;

import dev.latchkey.api.view.AuditHeadView;
import dev.latchkey.audit.AuditFilter.Field;
import dev.latchkey.console.page.OrganizationChoice;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.page.Tab;
import dev.latchkey.console.table.Table;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.audit.AuditRecords;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the page of the audit log shows. {@code choice}: the organizations to choose from; empty if
 * there is no choice. {@code head}: that of the whole log, for those who read all of it.
 */
public record AuditView(
    AuditFilter filter,
    OrganizationChoice choice,
    AuditRecords.Found found,
    Optional<AuditHeadView> head) {
  private static final String HERE = Section.AUDIT.path();

  private static final Set<Field> MORE =
      EnumSet.of(
          Field.ORGANIZATION, Field.OBJECT, Field.ADDRESS, Field.REQUEST, Field.FROM, Field.UNTIL);

  /** The filters that people use most. Each is only an address. */
  private enum Saved {
    ALL,
    REFUSED,
    FAILED_SIGN_INS,
    ADMINISTRATION,
    CREDENTIALS;

    private Map<Field, String> fields() {
      String refused = AuditFilter.Outcome.REFUSED.name();
      return switch (this) {
        case ALL -> Map.of();
        case REFUSED -> Map.of(Field.OUTCOME, refused);
        case FAILED_SIGN_INS ->
            Map.of(Field.EVENT, AuditEvent.SIGN_IN.name(), Field.OUTCOME, refused);
        case ADMINISTRATION -> Map.of(Field.EVENT, EventGroup.ADMINISTRATION.name());
        case CREDENTIALS -> Map.of(Field.EVENT, EventGroup.CREDENTIALS.name());
      };
    }

    private Tab tab(AuditFilter filter) {
      AuditFilter saved = filter.replacedBy(fields());
      return new Tab(
          "audit.view." + this, HERE + saved.query(), saved.fields().equals(filter.fields()));
    }
  }

  public List<Tab> views() {
    return Stream.of(Saved.values()).map(view -> view.tab(filter)).toList();
  }

  public boolean isWithoutRefreshes() {
    return filter.isWithoutRefreshes();
  }

  public List<ListedAuditEntry> lines() {
    return found.entries();
  }

  public List<EventGroup> groups() {
    return List.of(EventGroup.values());
  }

  public List<AuditEvent> events() {
    return List.of(AuditEvent.values());
  }

  public List<AuditFilter.Range> ranges() {
    return List.of(AuditFilter.Range.values());
  }

  public List<AuditFilter.Outcome> outcomes() {
    return List.of(AuditFilter.Outcome.values());
  }

  /** Whether a field is set that the form shows only on request. */
  public boolean hasMore() {
    return filter.set().stream().anyMatch(MORE::contains);
  }

  public boolean isChosen(Field field, String value) {
    return filter.value(field).equals(value);
  }

  /** The filters that are set. Each can be removed. */
  public List<Table.Chip> chips(Page page) {
    return filter.set().stream()
        .map(field ->
            new Table.Chip(
                page.say("audit.filter." + field),
                said(page, field),
                HERE + filter.without(field).query()))
        .toList();
  }

  /** The value of a field as the form shows it. A day is meaningless without its time zone. */
  private String said(Page page, Field field) {
    String value = filter.value(field);
    return switch (field) {
      case ORGANIZATION ->
          choice.listed().stream()
              .filter(each -> each.id().value().equals(value))
              .map(Organization::name)
              .findFirst()
              .orElse(value);
      case EVENT ->
          filter
              .group()
              .map(group -> page.say("audit.group." + group))
              .or(() -> filter.event().map(event -> page.say("event." + event)))
              .orElse(value);
      case OUTCOME ->
          filter.outcome().map(outcome -> page.say("audit.outcome." + outcome)).orElse(value);
      case RANGE ->
          filter
              .range()
              .map(range ->
                  range.isOfDays()
                      ? inZone(page, page.say("audit.range." + range))
                      : page.say("audit.range." + range))
              .orElse(value);
      case FROM, UNTIL -> inZone(page, value);
      case ACTOR -> name(names -> names.actor().stream(), value);
      case OBJECT ->
          name(names -> Stream.concat(names.about().stream(), names.credential().stream()), value);
      case ADDRESS, REQUEST -> value;
    };
  }

  /**
   * The name of the person or the app with this e-mail address or id, if an entry on the page has
   * it. Otherwise a reader could find out the names of people of other organizations.
   */
  private String name(Function<AuditNames, Stream<? extends AuditNames.Named>> of, String value) {
    return lines().stream()
        .map(ListedAuditEntry::names)
        .flatMap(of)
        .filter(named ->
            switch (named) {
              case AuditNames.Person person -> person.email().equalsIgnoreCase(value);
              case AuditNames.App app -> app.id().value().equals(value);
            })
        .map(AuditNames.Named::name)
        .findFirst()
        .orElse(value);
  }

  private String inZone(Page page, String day) {
    return page.say("audit.in-zone", day, filter.zone().getId());
  }

  /** The moment to which entries were compared, if the page is not full because of that. */
  public Optional<String> comparedTo(Page page) {
    return found.comparedTo().map(at -> page.words().moment(at));
  }

  public Optional<String> newer() {
    return switch (filter.position()) {
      case AuditSearch.Position.Newest _ -> Optional.empty();
      case AuditSearch.Position.After(long entry) ->
          Optional.of(
              lines().isEmpty()
                  ? href(new AuditSearch.Position.Before(entry))
                  : href(new AuditSearch.Position.Before(lines().getFirst().number())));
      case AuditSearch.Position.Before _ -> found.rest().map(this::href);
      case AuditSearch.Position.Since _ -> Optional.empty();
    };
  }

  public Optional<String> older() {
    if (!(filter.position() instanceof AuditSearch.Position.Before)) {
      return found.rest().map(this::href);
    }
    return Optional.of(
        lines().isEmpty()
            ? newest()
            : href(new AuditSearch.Position.After(lines().getLast().number())));
  }

  /** The newest entries that the filter matches. */
  public String newest() {
    return HERE + filter.query();
  }

  /** The query of the same filter, for the files. */
  public String query() {
    return filter.query();
  }

  /** Where new entries are, if the page shows the newest ones. */
  public Optional<String> following() {
    long newest = lines().isEmpty() ? 0 : lines().getFirst().number();
    return filter.position() instanceof AuditSearch.Position.Newest
        ? Optional.of(HERE + "/newer" + filter.query(new AuditSearch.Position.Since(newest)))
        : Optional.empty();
  }

  private String href(AuditSearch.Position position) {
    return HERE + filter.query(position);
  }
}
