package dev.latchkey.model.audit.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.audit.seal.AuditVerification.Counts;
import dev.latchkey.model.audit.seal.AuditVerification.Expected;
import dev.latchkey.model.audit.seal.AuditVerification.Report;
import dev.latchkey.model.audit.seal.Finding.What;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a verification finds in a log that someone has changed after it was sealed. */
class AuditVerificationTest extends WithSealedLines {
  @Test
  void an_unchanged_log_is_verified_line_by_line() {
    List<Object> parts = log();
    parts.add(line(101));
    String head = sealOf(parts, 4).head();
    Report report = verify(parts, new Expected(Optional.of(head), Set.of(signer.key().id())));
    assertThat(report.findings()).isEmpty();
    assertThat(report.counts()).isEqualTo(new Counts(10, 100, 0, 1, 0));
  }

  @Test
  void each_field_of_a_line_is_covered() {
    for (String field : AuditLine.FIELDS) {
      List<Object> parts = log();
      var fields = new HashMap<>(line(55).fields());
      fields.merge(field, "x", (old, _) -> field.equals("at") ? START.toString() : old + "x");
      replace(parts, line(55), new AuditLine(55, fields));
      assertFound(parts, new Finding(What.LINE_CHANGED, 6, 55));
    }
  }

  @Test
  void a_changed_line_of_an_app_is_found_in_its_seal() {
    List<Object> parts = log();
    var fields = new HashMap<>(line(56).fields());
    fields.put("address", "192.0.2.1");
    replace(parts, line(56), new AuditLine(56, fields));
    assertFound(parts, new Finding(What.LINES_OF_APPS_CHANGED, 6, 0));
  }

  @Test
  void a_removed_line_is_found() {
    List<Object> parts = log();
    parts.remove(line(55));
    assertFound(parts, new Finding(What.LINE_REMOVED, 6, 55));
  }

  @Test
  void a_removed_line_of_an_app_is_found_in_its_seal() {
    List<Object> parts = log();
    parts.remove(line(56));
    assertFound(parts, new Finding(What.LINES_OF_APPS_CHANGED, 6, 0));
  }

  @Test
  void a_line_that_becomes_one_of_an_app_is_found() {
    List<Object> parts = log();
    var fields = new HashMap<>(line(55).fields());
    fields.put("event", "token_refresh");
    replace(parts, line(55), new AuditLine(55, fields));
    assertFound(
        parts,
        new Finding(What.LINE_REMOVED, 6, 55),
        new Finding(What.LINES_OF_APPS_CHANGED, 6, 0));
  }

  @Test
  void an_inserted_line_is_found() {
    List<Object> parts = log();
    parts.remove(line(55));
    var other = new AuditLine(55, line(1).fields());
    int place = parts.indexOf(line(54)) + 1;
    parts.add(place, other);
    assertFound(parts, new Finding(What.LINE_CHANGED, 6, 55));
  }

  @Test
  void two_lines_that_change_places_are_found() {
    List<Object> parts = log();
    int place = parts.indexOf(line(53));
    parts.set(place, line(54));
    parts.set(place + 1, line(53));
    assertThat(verify(parts, NOTHING).findings())
        .contains(new Finding(What.OUT_OF_ORDER, 6, 53), new Finding(What.LINE_REMOVED, 6, 53));
  }

  @Test
  void two_lines_that_change_their_numbers_are_found() {
    List<Object> parts = log();
    replace(parts, line(53), new AuditLine(53, line(54).fields()));
    replace(parts, line(54), new AuditLine(54, line(53).fields()));
    assertFound(
        parts, new Finding(What.LINE_CHANGED, 6, 53), new Finding(What.LINE_CHANGED, 6, 54));
  }

  @Test
  void a_removed_end_is_found_with_its_last_seal_or_with_a_head() {
    List<Object> parts = log();
    String head = sealOf(parts, 10).head();
    List<Object> withoutLines = parts.subList(0, parts.size() - 2);
    List<Object> withoutSeals = parts.subList(0, parts.indexOf(sealOf(parts, 10)));

    assertThat(verify(withoutLines, NOTHING).findings())
        .contains(new Finding(What.LINE_REMOVED, 10, 99));
    assertThat(verify(withoutSeals, NOTHING).findings()).isEmpty();
    assertThat(verify(withoutSeals, new Expected(Optional.of(head), Set.of())).findings())
        .containsExactly(new Finding(What.NO_SUCH_HEAD, 0, 0));
  }

  @Test
  void a_removed_seal_is_found() {
    List<Object> parts = log();
    int from = parts.indexOf(sealOf(parts, 4));
    parts.subList(from, parts.indexOf(sealOf(parts, 5))).clear();
    assertFound(parts, new Finding(What.SEALS_REMOVED, 5, 0));
  }

  @Test
  void a_replaced_signature_and_a_changed_statement_are_found() {
    assertThat(
            changed(seal ->
                new AuditSeal(seal.range(), seal.content(), seal.kept(), seal.link(), "AAAA")))
        .containsExactly(new Finding(What.SIGNATURE, 4, 0));
    var fewer = new AuditSeal.Kept(1, 1);
    assertThat(
            changed(seal ->
                new AuditSeal(seal.range(), seal.content(), fewer, seal.link(), seal.signature())))
        .contains(new Finding(What.SIGNATURE, 4, 0), new Finding(What.SEALS_REMOVED, 5, 0));
  }

  private List<Finding> changed(UnaryOperator<AuditSeal> change) {
    List<Object> parts = log();
    AuditSeal seal = sealOf(parts, 4);
    replace(parts, seal, change.apply(seal));
    return verify(parts, NOTHING).findings();
  }

  /** What someone can do who may write everything and has no key of the server. */
  @Test
  void a_chain_that_was_computed_again_is_found_by_its_key_or_by_a_head() {
    List<Object> honest = log();
    List<Object> forged = log(ALL, TestSigner.draw());
    Expected byKey = new Expected(Optional.empty(), Set.of(signer.key().id()));
    Expected byHead = new Expected(Optional.of(sealOf(honest, 9).head()), Set.of());

    assertThat(verify(honest, byKey).findings()).isEmpty();
    assertThat(verify(forged, byKey).findings())
        .containsExactly(new Finding(What.NO_SUCH_KEY, 0, 0));
    assertThat(verify(forged, byHead).findings())
        .containsExactly(new Finding(What.NO_SUCH_HEAD, 0, 0));
  }

  @Test
  void a_key_is_accepted_only_if_the_seal_before_it_names_it() {
    TestSigner next = TestSigner.draw();
    assertFound(withEndBy(signer.knowing(next), next));
    assertFound(withEndBy(signer, next), new Finding(What.KEY, 11, 0));
  }

  private static List<Object> withEndBy(TestSigner first, TestSigner last) {
    List<Object> parts = log(ALL, first);
    AuditSeal seal = seal(List.of(line(101)), Optional.of(sealOf(parts, 10)), ALL, last);
    parts.add(seal);
    parts.add(line(101));
    return parts;
  }

  /** The first seal says when the latest line before it was written. */
  @Test
  void a_log_without_seals_proves_nothing() {
    assertFound(List.of(line(1)), new Finding(What.NO_SEAL, 0, 0));
  }
}
