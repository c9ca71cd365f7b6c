package dev.latchkey.model.audit.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.audit.seal.AuditVerification.Expected;
import dev.latchkey.model.audit.seal.AuditVerification.Report;
import dev.latchkey.model.audit.seal.Finding.What;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which lines may be missing because retention deletes them, and which may not. */
class MissingLinesTest extends WithSealedLines {
  @Test
  void a_removed_beginning_is_found_unless_retention_may_have_deleted_it() {
    List<Object> parts = log();
    assertFound(
        parts.subList(parts.indexOf(sealOf(parts, 4)), parts.size()),
        new Finding(What.BEGINNING_REMOVED, 4, 0));

    List<Object> few = log(new AuditSeal.Kept(50, 400), signer);
    assertFound(few.subList(few.indexOf(sealOf(few, 4)), few.size()));
    List<Object> rest = few.subList(few.indexOf(sealOf(few, 4)), few.size());
    Optional<String> before = Optional.of(sealOf(few, 3).head());
    assertThat(verify(rest, new Expected(before, Set.of(signer.key().id()))).findings())
        .as("the head of what was deleted is in the first seal")
        .isEmpty();
    assertThat(verify(rest, new Expected(before, Set.of())).findings())
        .as("another key can name it as well")
        .containsExactly(new Finding(What.NO_SUCH_HEAD, 0, 0));
  }

  @Test
  void what_retention_deletes_is_counted_and_what_it_keeps_is_verified() {
    List<Object> parts = log(new AuditSeal.Kept(50, 400), signer);
    parts.remove(line(11));
    parts.remove(line(49));
    parts.removeIf(
        part -> part instanceof AuditLine line && line.isOfAppAlone() && line.number() <= 50);
    var fields = new HashMap<>(line(13).fields());
    fields.put("outcome", "ok");
    replace(parts, line(13), new AuditLine(13, fields));
    Report report = verify(parts, NOTHING);

    assertThat(report.findings()).containsExactly(new Finding(What.LINE_CHANGED, 2, 13));
    assertThat(report.counts().deleted()).isEqualTo(2 + 12);
  }

  @Test
  void a_line_with_a_high_number_does_not_excuse_that_others_are_missing() {
    List<Object> parts = log();
    AuditLine high = line(1_000_001);
    parts.add(high);
    parts.remove(line(55));
    assertFound(parts, new Finding(What.LINE_REMOVED, 6, 55));

    parts.add(parts.size() - 1, seal(List.of(high), Optional.of(sealOf(parts, 10)), ALL, signer));
    assertFound(parts, new Finding(What.LINE_REMOVED, 6, 55));
    assertFound(
        parts.subList(parts.indexOf(sealOf(parts, 7)), parts.size()),
        new Finding(What.BEGINNING_REMOVED, 7, 0));
  }

  @Test
  void a_later_line_in_the_place_of_a_deleted_one_is_found() {
    List<Object> few = log(new AuditSeal.Kept(50, 400), signer);
    List<Object> parts = new ArrayList<>(few.subList(few.indexOf(sealOf(few, 4)), few.size()));
    parts.addFirst(line(5));
    assertFound(parts);
    parts.set(0, new AuditLine(5, line(70).fields()));
    assertFound(parts, new Finding(What.OUT_OF_ORDER, 4, 5));
  }

  @Test
  void lines_are_deleted_by_their_age() {
    List<Object> parts = log(new AuditSeal.Kept(1_000, 2), signer);
    parts.remove(line(3));
    AuditSeal last = sealOf(parts, 10);
    var late = new AuditLine(101, Map.of("at", START.plus(Duration.ofDays(4)).toString()));
    assertFound(parts, new Finding(What.LINE_REMOVED, 1, 3));
    parts.add(seal(List.of(late), Optional.of(last), new AuditSeal.Kept(1_000, 2), signer));
    parts.add(late);
    assertFound(parts);
  }

  @Test
  void a_line_of_an_old_time_does_not_excuse_that_others_are_missing() {
    List<Object> parts = log();
    AuditLine old = new AuditLine(101, Map.of("at", Instant.EPOCH.toString()));
    AuditLine removed = line(102);
    parts.add(seal(List.of(old, removed), Optional.of(sealOf(parts, 10)), ALL, signer));
    parts.add(old);
    assertFound(parts, new Finding(What.LINE_REMOVED, 11, 102));
  }
}
