package dev.latchkey.audit;

import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.audit.RecordedNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Neighboring entries that say the same and differ only in their time, their address and their
 * request. A page shows them as one line that unfolds. The newest is the first.
 */
public record AuditGroup(List<ListedAuditEntry> lines) {
  /** Two entries are as easily read as a line that says that there are two. */
  private static final int MANY = 3;

  public AuditGroup {
    lines = List.copyOf(lines);
  }

  /** What is the same in all entries of a group. */
  private record Same(
      AuditEvent event,
      AuditOutcome outcome,
      RecordedActor actor,
      Set<Id> concerned,
      Optional<String> detail,
      RecordedNames names) {
    static Same of(ListedAuditEntry line) {
      AuditEntry entry = line.entry();
      return new Same(
          entry.event(),
          entry.outcome(),
          entry.actor(),
          entry.concerned(),
          entry.detail(),
          line.recorded());
    }
  }

  /** All of these entries in their order. A group has one entry, or many. */
  static List<AuditGroup> of(List<ListedAuditEntry> lines) {
    var groups = new ArrayList<AuditGroup>();
    int begin = 0;
    for (int end = 1; end <= lines.size(); end++) {
      if (end == lines.size() || !Same.of(lines.get(end)).equals(Same.of(lines.get(begin)))) {
        groups.addAll(unlessFew(lines.subList(begin, end)));
        begin = end;
      }
    }
    return groups;
  }

  private static List<AuditGroup> unlessFew(List<ListedAuditEntry> same) {
    return same.size() < MANY
        ? same.stream().map(line -> new AuditGroup(List.of(line))).toList()
        : List.of(new AuditGroup(same));
  }

  public boolean isMany() {
    return lines.size() > 1;
  }

  public ListedAuditEntry newest() {
    return lines.getFirst();
  }

  public Instant begin() {
    return lines.getLast().entry().moment().at();
  }

  public Instant end() {
    return newest().entry().moment().at();
  }

  public List<String> addresses() {
    return lines.stream().map(line -> line.entry().moment().address()).distinct().toList();
  }
}
