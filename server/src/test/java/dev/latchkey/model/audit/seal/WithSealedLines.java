package dev.latchkey.model.audit.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.audit.seal.AuditVerification.Expected;
import dev.latchkey.model.audit.seal.AuditVerification.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A log of a hundred lines in ten seals, whose parts a test changes. */
abstract class WithSealedLines {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final Expected NOTHING = new Expected(Optional.empty(), Set.of());
  static final AuditSeal.Kept ALL = new AuditSeal.Kept(1_000, 400);

  final TestSigner signer = TestSigner.draw();

  static AuditLine line(long number) {
    String event = number % 4 == 0 ? "token_refresh" : "sign_in";
    String at = START.plusSeconds(number).toString();
    return new AuditLine(number, Map.of("at", at, "event", event, "user_id", "u" + number));
  }

  /** Ten seals of ten lines each, as parts of a log: seals and lines. */
  List<Object> log() {
    return log(ALL, signer);
  }

  static List<Object> log(AuditSeal.Kept kept, TestSigner signer) {
    var parts = new ArrayList<Object>();
    Optional<AuditSeal> previous = Optional.empty();
    for (int i = 0; i < 10; i++) {
      var lines = new ArrayList<AuditLine>();
      for (long number = i * 10L + 1; number <= i * 10L + 10; number++) {
        lines.add(line(number));
      }
      AuditSeal seal = seal(lines, previous, kept, signer);
      parts.add(seal);
      parts.addAll(lines);
      previous = Optional.of(seal);
    }
    return parts;
  }

  static AuditSeal seal(
      List<AuditLine> lines, Optional<AuditSeal> previous, AuditSeal.Kept kept, TestSigner signer) {
    String head = previous.map(AuditSeal::head).orElse(AuditSeal.NOTHING);
    Instant at = lines.getLast().at().plusSeconds(30);
    var link = new AuditSeal.Link(head, at, signer.key(), signer.known());
    return AuditSeal.unsigned(lines, previous, kept, link).signed(signer);
  }

  static Report verify(List<Object> parts, Expected expected) {
    var verification = new AuditVerification(expected);
    for (Object part : parts) {
      if (part instanceof AuditSeal seal) {
        verification.seal(seal);
      } else {
        verification.line((AuditLine) part);
      }
    }
    return verification.end();
  }

  static void assertFound(List<Object> parts, Finding... expected) {
    assertThat(verify(parts, NOTHING).findings()).containsExactlyInAnyOrder(expected);
  }

  static AuditSeal sealOf(List<Object> parts, int number) {
    return parts.stream()
        .filter(AuditSeal.class::isInstance)
        .map(AuditSeal.class::cast)
        .filter(seal -> seal.range().number() == number)
        .findFirst()
        .orElseThrow();
  }

  static void replace(List<Object> parts, Object old, Object other) {
    parts.set(parts.indexOf(old), other);
  }
}
