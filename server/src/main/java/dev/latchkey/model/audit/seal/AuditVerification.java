package dev.latchkey.model.audit.seal;

import dev.latchkey.model.audit.seal.Finding.What;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares a log with its seals. It receives each seal, followed by the lines of its range in the
 * order of their numbers, and at the end the lines that are not sealed yet. It needs little memory,
 * however long the log is.
 */
public final class AuditVerification {
  /** Lines are deleted by time a little before or after the seal says so. */
  private static final Duration TOLERANCE = Duration.ofDays(1);

  /** Not every number is used: at least one of so many is. */
  private static final int NUMBERS_OF_LINE = 2;

  private static final int MOST_FINDINGS = 1_000;

  private final Expected expected;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Gone> gone = new ArrayList<>();
  private Optional<Current> current = Optional.empty();
  private Optional<AuditSeal> first = Optional.empty();
  private boolean isHeadFound;
  private boolean isHeadNamed;
  private boolean isKeyFound;
  private long seals;
  private long verified;
  private long unsealed;
  private long uncovered;
  private long lastLine;
  private Optional<AuditLine> latestUncovered = Optional.empty();
  private long edge;
  private long covered;
  private long edgeInLines = Long.MIN_VALUE;
  private Instant agedBefore = Instant.MIN;

  /** What a verifier knows from elsewhere: a head, and the ids of keys. Either may be missing. */
  public record Expected(Optional<String> head, Set<String> keys) {}

  /**
   * Lines of a seal that are not in the log. Retention may have deleted them. {@code earlier}: how
   * many lines the seals before it cover.
   */
  private record Gone(Finding finding, long lines, long lastNumber, long earlier, Instant oldest) {}

  /**
   * What was found. {@code retained}: how many sealed lines retention has deleted; {@code
   * uncovered}: how many lines are older than the first seal.
   */
  public record Report(
      List<Finding> findings, Counts counts, Optional<AuditSeal> first, Optional<AuditSeal> last) {
    public boolean isUnchanged() {
      return findings.isEmpty();
    }
  }

  public record Counts(long seals, long verified, long deleted, long unsealed, long uncovered) {}

  public AuditVerification(Expected expected) {
    this.expected = expected;
  }

  /** The seal whose lines come next. */
  private static final class Current {
    private final AuditSeal seal;
    private final long earlier;
    private final MessageDigest apps = Sha256.begin();
    private int appLines;
    private int leaf;

    Current(AuditSeal seal, long earlier) {
      this.seal = seal;
      this.earlier = earlier;
    }
  }

  public void seal(AuditSeal next) {
    Optional<AuditSeal> previous = current.map(before -> before.seal);
    endSeal();
    if (unsealed > 0) {
      find(What.OUT_OF_ORDER, next.range().number(), lastLine);
    }
    unsealed = 0;
    seals++;
    if (first.isEmpty()) {
      first = Optional.of(next);
      latestUncovered
          .filter(line -> line.at().isAfter(next.content().times().earlier()))
          .ifPresent(line -> find(What.OUT_OF_ORDER, next.range().number(), line.number()));
    }
    long number = next.range().number();
    if (!next.isSigned()) {
      find(What.SIGNATURE, number, 0);
    }
    if (!continues(next, previous)) {
      find(What.SEALS_REMOVED, number, 0);
    }
    if (previous
        .filter(before -> !before.link().known().contains(next.link().key().id()))
        .isPresent()) {
      find(What.KEY, number, 0);
    }
    isKeyFound |= expected.keys.contains(next.link().key().id());
    isHeadFound |= expected.head.filter(next.head()::equals).isPresent();
    isHeadNamed |= expected.head.filter(head -> isDeletedHead(head, next)).isPresent();
    long earlier = covered;
    covered += next.content().lines();
    moveEdge(next, next.range().last(), 0);
    Instant aged = next.link().at().minus(Duration.ofDays(next.kept().days())).plus(TOLERANCE);
    agedBefore = aged.isAfter(agedBefore) ? aged : agedBefore;
    current = Optional.of(new Current(next, earlier));
  }

  /**
   * Retention deletes by numbers. They alone do not tell how much has been deleted, because one
   * inserted line with a high number would seem to have moved all others behind the window.
   */
  private void moveEdge(AuditSeal by, long last, long more) {
    long kept = by.kept().lines();
    edge = Math.max(edge, last - kept);
    edgeInLines = Math.max(edgeInLines, covered + more - kept / NUMBERS_OF_LINE);
  }

  private boolean isBehindWindow(long number, long earlier) {
    return number <= edge && earlier <= edgeInLines;
  }

  private static boolean continues(AuditSeal next, Optional<AuditSeal> previous) {
    return previous
        .map(before ->
            next.link().previous().equals(before.head())
                && next.range().after() == before.range().last()
                && next.range().number() == before.range().number() + 1)
        .orElse(
            (next.range().number() == 1)
                == (next.link().previous().equals(AuditSeal.NOTHING) && next.range().after() == 0));
  }

  /** The head of what was deleted before the first seal is in that seal. */
  private static boolean isDeletedHead(String head, AuditSeal seal) {
    return seal.range().number() > 1 && head.equals(seal.link().previous());
  }

  public void line(AuditLine line) {
    long number = line.number();
    if (number <= lastLine) {
      find(What.OUT_OF_ORDER, sealNumber(), number);
      return;
    }
    lastLine = number;
    if (current.isEmpty()) {
      uncovered++;
      latestUncovered =
          latestUncovered
              .filter(known -> known.at().isAfter(line.at()))
              .or(() -> Optional.of(line));
    } else if (number > current.get().seal.range().last()) {
      unsealed++;
    } else {
      compare(current.get(), line);
    }
  }

  private long sealNumber() {
    return current.map(now -> now.seal.range().number()).orElse(0L);
  }

  private void compare(Current now, AuditLine line) {
    long number = now.seal.range().number();
    if (line.number() <= now.seal.range().after()) {
      find(What.OUT_OF_ORDER, number, line.number());
      return;
    }
    if (line.isOfAppAlone()) {
      now.apps.update(Leaves.of(List.of(line)).bytes());
      now.appLines++;
      return;
    }
    missLeaves(now, line.number());
    Leaves leaves = now.seal.content().others();
    if (now.leaf == leaves.size() || leaves.number(now.leaf) != line.number()) {
      find(What.LINE_INSERTED, number, line.number());
      return;
    }
    if (leaves.isHash(now.leaf, line.hash())) {
      verified++;
    } else {
      find(What.LINE_CHANGED, number, line.number());
    }
    now.leaf++;
  }

  /** The leaves before this line are of lines that are missing. */
  private void missLeaves(Current now, long before) {
    Leaves leaves = now.seal.content().others();
    for (; now.leaf < leaves.size() && leaves.number(now.leaf) < before; now.leaf++) {
      long missing = leaves.number(now.leaf);
      var finding = new Finding(What.LINE_REMOVED, now.seal.range().number(), missing);
      gone.add(new Gone(finding, 1, missing, now.earlier, now.seal.content().times().oldest()));
    }
  }

  private void endSeal() {
    current.ifPresent(now -> {
      missLeaves(now, Long.MAX_VALUE);
      AuditSeal.Content content = now.seal.content();
      long number = now.seal.range().number();
      if (Sha256.hex(now.apps.digest()).equals(content.apps())) {
        verified += now.appLines;
      } else if (now.appLines < content.appLines()) {
        // Those of a range that retention has begun to delete are not compared.
        var finding = new Finding(What.LINES_OF_APPS_CHANGED, number, 0);
        long first = now.seal.range().after() + 1;
        gone.add(
            new Gone(
                finding,
                content.appLines() - now.appLines,
                first,
                now.earlier,
                content.times().oldest()));
      } else {
        find(What.LINES_OF_APPS_CHANGED, number, 0);
      }
    });
  }

  /** A line that a file contains and that cannot be read. */
  public void malformed(long lineOfFile) {
    find(What.MALFORMED, 0, lineOfFile);
  }

  private void find(What what, long seal, long line) {
    if (findings.size() < MOST_FINDINGS) {
      findings.add(new Finding(what, seal, line));
    }
  }

  public Report end() {
    endSeal();
    current.ifPresentOrElse(
        now -> moveEdge(now.seal, lastLine, unsealed), () -> find(What.NO_SEAL, 0, 0));
    long deleted = 0;
    for (Gone each : gone) {
      if (isBehindWindow(each.lastNumber, each.earlier) || each.oldest.isBefore(agedBefore)) {
        deleted += each.lines;
      } else {
        find(each.finding.what(), each.finding.seal(), each.finding.line());
      }
    }
    first
        .filter(seal -> !mayBegin(seal))
        .ifPresent(seal -> find(What.BEGINNING_REMOVED, seal.range().number(), 0));
    // Anyone who knows a head can sign a seal that names it, with a key of their own.
    boolean isHeadProven = isHeadFound || (isHeadNamed && isKeyFound);
    if (!isHeadProven && expected.head.isPresent()) {
      find(What.NO_SUCH_HEAD, 0, 0);
    }
    if (!isKeyFound && !expected.keys.isEmpty()) {
      find(What.NO_SUCH_KEY, 0, 0);
    }
    return new Report(
        List.copyOf(findings),
        new Counts(seals, verified, deleted, unsealed, uncovered),
        first,
        current.map(now -> now.seal));
  }

  /** Whether retention may have deleted all that was before this seal. */
  private boolean mayBegin(AuditSeal seal) {
    return isBehindWindow(seal.range().after(), 0)
        || seal.content().times().earlier().isBefore(agedBefore)
        || seal.range().number() == 1;
  }
}
