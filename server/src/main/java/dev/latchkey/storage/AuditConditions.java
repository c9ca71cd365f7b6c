package dev.latchkey.storage;

import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.AuditSearch;
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
 */
final class AuditConditions {
    /** Most entries are of these events. The indexes of rarer events do not contain them. */
    private static final Set<AuditEvent> FREQUENT =
            EnumSet.of(AuditEvent.TOKEN_REFRESH, AuditEvent.CODE_EXCHANGE);

    /** The condition of the indexes of rarer events, word for word. */
    private static final String RARE = "a.event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE')";

    private static final String DONE =
            Stream.of(AuditOutcome.values())
                    .filter(AuditOutcome::isDone)
                    .map(outcome -> "'" + outcome.code() + "'")
                    .collect(Collectors.joining(", ", "(", ")"));

    /** The condition of the indexes of refused events, word for word. */
    static final String REFUSED = "a.outcome NOT IN " + DONE;

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
        add("a.client_id", search.client());
        addActor(search);
        add("a.about_user_id", search.about());
        add("a.address", search.address());
        boolean isFree = indexed.text().isEmpty();
        boolean isByEvent =
                isFree
                        && !search.events().isEmpty()
                        && Collections.disjoint(search.events(), FREQUENT);
        boolean isByRefusal =
                isFree && !isByEvent && search.isDone().equals(Optional.of(Boolean.FALSE));
        add("a.organization_id", search.organization());
        addEvents(search.events(), isByEvent);
        search.isDone().ifPresent(isDone -> addOutcome(isDone, isByRefusal));
    }

    /** What the index finds, in the order of the entries. */
    Condition indexed() {
        return indexed;
    }

    /** What is compared with each entry that the index finds. */
    Condition others() {
        return others;
    }

    private void add(String column, Optional<?> value) {
        value.ifPresent(present -> {
            if (indexed.text().isEmpty()) {
                indexed = indexed.and(column + " = ?", List.of(present));
            } else {
                compare(column, present);
            }
        });
    }

    /** The index by actor does not contain frequent events. */
    private void addActor(AuditSearch search) {
        boolean isIndexed =
                search.client().isEmpty() && Collections.disjoint(search.events(), FREQUENT);
        if (isIndexed) {
            add("a.user_id", search.actor());
            indexed = search.actor().isPresent() ? indexed.and(RARE, List.of()) : indexed;
        } else {
            search.actor().ifPresent(actor -> compare("a.user_id", actor));
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
            others =
                    others.and(
                            "a.outcome || '' " + (isDone ? "" : "NOT ") + "IN " + DONE, List.of());
        }
    }
}
