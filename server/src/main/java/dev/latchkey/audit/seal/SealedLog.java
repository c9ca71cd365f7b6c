package dev.latchkey.audit.seal;

import dev.latchkey.model.audit.seal.AuditLine;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.storage.audit.AuditSeals;
import java.util.List;
import java.util.Optional;

/**
 * Reads the whole audit log with its seals, part by part: each seal, then the lines of its range.
 * Lines from before the first seal come first, and those that are not sealed yet come last. Numbers
 * begin at 1, and what someone has inserted below must be seen too.
 */
public final class SealedLog {
  private static final int LINES_AT_ONCE = 500;

  private final AuditSeals seals;
  private long lastSeal;
  private long lastLine = Long.MIN_VALUE;
  private long until;
  private boolean isBeyondSeals;

  public SealedLog(AuditSeals seals) {
    this.seals = seals;
    this.until = seals.next(0).map(first -> first.range().after()).orElse(0L);
  }

  /** A seal, or some lines. */
  public sealed interface Part {
    record Seal(AuditSeal seal) implements Part {}

    record Lines(List<AuditLine> lines) implements Part {}
  }

  /** Empty at the end of the log. */
  public Optional<Part> next() {
    List<AuditLine> lines = seals.lines(lastLine, until, LINES_AT_ONCE);
    if (!lines.isEmpty()) {
      lastLine = lines.getLast().number();
      return Optional.of(new Part.Lines(lines));
    }
    if (isBeyondSeals) {
      return Optional.empty();
    }
    Optional<AuditSeal> seal = seals.next(lastSeal);
    isBeyondSeals = seal.isEmpty();
    lastSeal = seal.map(next -> next.range().number()).orElse(lastSeal);
    until = seal.map(next -> next.range().last()).orElse(Long.MAX_VALUE);
    return seal.isPresent() ? seal.map(Part.Seal::new) : next();
  }
}
