package dev.latchkey.storage.audit;

import dev.latchkey.model.audit.AuditSearch;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A part of the audit log in the order of its entries: from a place, including it, until a place,
 * excluding it. A statement has one condition for each of the two, because a database can begin to
 * read an index at one place only.
 */
public record AuditRange(Optional<Place> from, Optional<Place> until) {
  /** The place of an entry. Entries of the same millisecond are in the order of their numbers. */
  record Place(Instant at, long entry) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::at).thenComparingLong(Place::entry);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }

    Place next() {
      return new Place(at, entry + 1);
    }
  }

  static AuditRange of(AuditSearch.Period period) {
    return new AuditRange(
        period.from().map(at -> new Place(at, 0)), period.until().map(at -> new Place(at, 0)));
  }

  AuditRange from(Place other) {
    return new AuditRange(
        Stream.concat(from.stream(), Stream.of(other)).max(Comparator.naturalOrder()), until);
  }

  AuditRange until(Place other) {
    return new AuditRange(
        from, Stream.concat(until.stream(), Stream.of(other)).min(Comparator.naturalOrder()));
  }

  String text() {
    return (from.isPresent() ? " AND (a.at, a.entry_id) >= (?, ?)" : "")
        + (until.isPresent() ? " AND (a.at, a.entry_id) < (?, ?)" : "");
  }

  List<Object> values() {
    return Stream.concat(from.stream(), until.stream())
        .flatMap(place -> Stream.<Object>of(place.at(), place.entry()))
        .toList();
  }
}
