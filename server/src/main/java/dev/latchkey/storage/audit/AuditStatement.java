package dev.latchkey.storage.audit;

import dev.latchkey.model.audit.AuditSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one page of the audit log: the conditions of the filters, the part of the log,
 * and the direction in which it is read.
 */
public record AuditStatement(AuditConditions conditions, AuditRange range, boolean ascends) {
  /** {@code place}: that of the entry at which the page begins. */
  static AuditStatement of(AuditSearch search, Optional<AuditRange.Place> place) {
    var period = AuditRange.of(search.period());
    AuditRange range =
        switch (search.position()) {
          case AuditSearch.Position.Newest _ -> period;
          case AuditSearch.Position.After _ -> period.until(place.orElseThrow());
          case AuditSearch.Position.Before _ -> period.from(place.orElseThrow().next());
          case AuditSearch.Position.Since _ -> period.from(place.orElseThrow().next());
        };
    return new AuditStatement(
        new AuditConditions(search),
        range,
        search.position() instanceof AuditSearch.Position.Before);
  }

  /** Whether entries are compared with filters that have no index. */
  boolean isBounded() {
    return !conditions.others().text().isEmpty();
  }

  /** The same statements, which read no further than this entry. */
  AuditStatement upTo(AuditRange.Place last) {
    AuditRange shorter = ascends ? range.until(last.next()) : range.from(last);
    return new AuditStatement(conditions, shorter, ascends);
  }

  /** The position from which the next page in the same direction is read. */
  AuditSearch.Position continuedAt(long entry) {
    return ascends ? new AuditSearch.Position.Before(entry) : new AuditSearch.Position.After(entry);
  }

  /** A text of a statement with its conditions and its order. */
  String withAll(String text) {
    return with(text, conditions.indexed().text() + range.text() + conditions.others().text());
  }

  /** The same with only the conditions for which there is an index. */
  String withIndexed(String text) {
    return with(text, conditions.indexed().text() + range.text());
  }

  private String with(String text, String where) {
    return text.replace("{conditions}", where).replace("{order}", ascends ? "ASC" : "DESC");
  }

  @Nullable Object[] allValues(int limit) {
    List<@Nullable Object> values = indexed();
    values.addAll(conditions.others().values());
    values.add(limit);
    return values.toArray();
  }

  @Nullable Object[] indexedValues(int offset) {
    List<@Nullable Object> values = indexed();
    values.add(offset);
    return values.toArray();
  }

  private List<@Nullable Object> indexed() {
    var values = new ArrayList<@Nullable Object>(conditions.indexed().values());
    values.addAll(range.values());
    return values;
  }
}
