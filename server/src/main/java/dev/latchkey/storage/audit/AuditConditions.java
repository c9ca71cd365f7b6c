package dev.latchkey.storage.audit;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.AuditSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a search in the audit log. Every filter has an index in the order of the
 * entries. If several filters are set, the entries are read from the index of the one that usually
 * matches the fewest entries ({@link #indexed}), and the others are compared with each of these
 * entries ({@link #others}). The latter are written as expressions that no index contains, so that
 * no database chooses another index.
 *
 * <p>A search in one organization reads only indexes that begin with the organization. Otherwise
 * entries of others would count among those that a page compares, and the page would end where
 * these are: a reader could find out how many entries others have of an address or an app.
 */
final class AuditConditions {
  /** Most entries are of these events. The indexes of rarer events do not contain them. */
  private static final Set<AuditEvent> FREQUENT =
      EnumSet.of(AuditEvent.TOKEN_REFRESH, AuditEvent.CODE_EXCHANGE);

  /** The condition of the indexes of rarer events, word for word. */
  private static final String RARE = "a.event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE')";

  private static final String DONE = list(Stream.of(AuditOutcome.values()));

  /** The indexes of refused events are older than this outcome, so they contain its entries. */
  private static final Set<AuditOutcome> ADDED = EnumSet.of(AuditOutcome.PASSKEY_AGAIN);

  /**
   * The condition of these indexes, word for word, and then the outcomes that it does not name. In
   * one list with the others SQLite would not recognize the condition, and read the whole log.
   */
  static final String REFUSED =
      "a.outcome NOT IN "
          + list(Stream.of(AuditOutcome.values()).filter(outcome -> !ADDED.contains(outcome)))
          + " AND a.outcome NOT IN "
          + list(ADDED.stream());

  /** A part of a WHERE, with the values of its parameters. */
  record Condition(String text, List<@Nullable Object> values) {
    private Condition() {
      this("", new ArrayList<@Nullable Object>());
    }

    private Condition and(String more, Collection<?> its) {
      var all = new ArrayList<@Nullable Object>(values);
      all.addAll(its);
      return new Condition(text + " AND " + more, all);
    }
  }

  private Condition indexed = new Condition();
  private Condition others = new Condition();

  AuditConditions(AuditSearch search) {
    boolean isOfAll = search.organization().isEmpty();
    addRequest(search);
    add("a.client_id", search.client(), isOfAll);
    addActor(search);
    addJoined("a.about_user_id", search.about().map(Id::value), search.organization(), true);
    add("a.address", search.address(), isOfAll);
    boolean isFree = indexed.text().isEmpty();
    boolean isByEvent =
        isFree && !search.events().isEmpty() && Collections.disjoint(search.events(), FREQUENT);
    boolean isByRefusal =
        isFree && !isByEvent && search.isDone().equals(Optional.of(Boolean.FALSE));
    // Otherwise the index of a person has been chosen, which contains the organization.
    if (isFree) {
      add("a.organization_id", search.organization(), true);
    }
    addEvents(search.events(), isByEvent);
    search.isDone().ifPresent(isDone -> addOutcome(isDone, isByRefusal));
  }

  /** Those of them that mean that the event happened. */
  private static String list(Stream<AuditOutcome> outcomes) {
    return outcomes
        .filter(AuditOutcome::isDone)
        .map(outcome -> "'" + outcome.code() + "'")
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** What the index finds, in the order of the entries. */
  Condition indexed() {
    return indexed;
  }

  /** What is compared with each entry that the index finds. */
  Condition others() {
    return others;
  }

  private void add(String column, Optional<?> value, boolean hasIndex) {
    value.ifPresent(present -> {
      if (hasIndex && indexed.text().isEmpty()) {
        indexed = indexed.and(column + " = ?", List.of(present));
      } else {
        compare(column, present);
      }
    });
  }

  /**
   * In an organization its id and that of the person or the request are one value of the index. As
   * two columns they would also fit the index of all organizations, and SQLite would read that one.
   */
  private void addJoined(
      String column,
      Optional<String> value,
      Optional<Id.Organization> organization,
      boolean hasIndex) {
    if (organization.isEmpty() || !hasIndex || !indexed.text().isEmpty()) {
      add(column, value, hasIndex);
    } else {
      String home = organization.get().value();
      add("a.organization_id || ' ' || " + column, value.map(id -> home + ' ' + id), true);
    }
  }

  /** The indexes by request do not contain frequent events. */
  private void addRequest(AuditSearch search) {
    boolean hasIndex = Collections.disjoint(search.events(), FREQUENT);
    addJoined("a.request_id", search.request(), search.organization(), hasIndex);
    if (!indexed.text().isEmpty()) {
      indexed = indexed.and("a.request_id IS NOT NULL AND " + RARE, List.of());
    }
  }

  /** The indexes by actor do not contain frequent events. */
  private void addActor(AuditSearch search) {
    boolean hasIndex =
        search.client().isEmpty()
            && search.request().isEmpty()
            && Collections.disjoint(search.events(), FREQUENT);
    addJoined("a.user_id", search.actor().map(Id::value), search.organization(), hasIndex);
    if (!indexed.text().isEmpty() && hasIndex) {
      indexed = indexed.and(RARE, List.of());
    }
  }

  private void compare(String column, Object value) {
    others = others.and(column + " || '' = ?", List.of(value));
  }

  private void addEvents(Set<AuditEvent> events, boolean isByEvent) {
    if (isByEvent) {
      indexed = indexed.and(RARE, List.of());
    }
    if (isByEvent && events.size() == 1) {
      indexed = indexed.and("a.event = ?", events);
    } else if (!events.isEmpty()) {
      String places = "?" + ", ?".repeat(events.size() - 1);
      others = others.and("a.event || '' IN (" + places + ")", events);
    }
  }

  private void addOutcome(boolean isDone, boolean isByRefusal) {
    if (isByRefusal) {
      indexed = indexed.and(REFUSED, List.of());
    } else {
      others = others.and("a.outcome || '' " + (isDone ? "" : "NOT ") + "IN " + DONE, List.of());
    }
  }
}
