package dev.latchkey.audit;

import dev.latchkey.model.audit.ListedAuditEntry;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The entries of one day in UTC, under whose date a page shows them. */
public record AuditDay(LocalDate date, List<AuditGroup> groups) {
  /** The newest day first. The entries of a day keep their order. */
  public static List<AuditDay> of(List<ListedAuditEntry> lines) {
    return lines.stream()
        .collect(Collectors.groupingBy(AuditDay::date, TreeMap::new, Collectors.toList()))
        .descendingMap()
        .entrySet()
        .stream()
        .map(day -> new AuditDay(day.getKey(), AuditGroup.of(day.getValue())))
        .toList();
  }

  private static LocalDate date(ListedAuditEntry line) {
    return line.entry().moment().at().atZone(ZoneOffset.UTC).toLocalDate();
  }
}
