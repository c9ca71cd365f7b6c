package dev.latchkey.model.audit.seal;

import dev.latchkey.model.audit.AuditLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A signed statement about the lines of the audit log in a range of numbers (docs/decisions/0106).
 * It contains the head of the seal before it, so each head stands for the whole log up to it.
 */
public record AuditSeal(Range range, Content content, Kept kept, Link link, String signature) {
  /** How much older than the seal before a line can be, because the clocks of nodes differ. */
  private static final Duration LATE = Duration.ofDays(1);

  /** What stands for the head before the first seal. */
  public static final String NOTHING = "0".repeat(2 * Sha256.BYTES);

  /** Lines with numbers above {@code after}, up to {@code last}. Not every number is used. */
  public record Range(long number, long after, long last) {}

  /**
   * The lines of the range: those that apps wrote alone by one hash, because retention deletes all
   * of them, and each of the others by its own.
   */
  public record Content(int lines, Leaves others, String apps, Times times) {
    int appLines() {
      return lines - others.size();
    }
  }

  /** When the lines were written. {@code earlier}: the latest time of all lines before them. */
  public record Times(Instant oldest, Instant latest, Instant earlier) {}

  /** What retention leaves in the log: so many of the newest lines, and for so many days. */
  public record Kept(long lines, int days) {
    public static Kept of(AuditLimits limits) {
      return new Kept(limits.window(), limits.days());
    }
  }

  /** {@code known}: the ids of the keys one of which signs the next seal. */
  public record Link(String previous, Instant at, SealKey key, List<String> known) {
    /** What is signed must be what the store keeps. */
    public Link {
      at = at.truncatedTo(ChronoUnit.MILLIS);
    }
  }

  /** A seal without its signature, of the next lines in the order of their numbers. */
  public static AuditSeal unsigned(
      List<AuditLine> lines, Optional<AuditSeal> previous, Kept kept, Link link) {
    List<Instant> times = lines.stream().map(AuditLine::at).sorted().toList();
    Instant earlier = previous.map(AuditSeal::latest).orElse(Instant.EPOCH);
    return new AuditSeal(
        new Range(
            previous.map(seal -> seal.range.number + 1).orElse(1L),
            previous.map(seal -> seal.range.last).orElse(0L),
            lines.getLast().number()),
        new Content(
            lines.size(),
            Leaves.of(lines.stream().filter(line -> !line.isOfAppAlone()).toList()),
            Leaves.of(lines.stream().filter(AuditLine::isOfAppAlone).toList()).digest(),
            new Times(oldest(times.getFirst(), previous, link), times.getLast(), earlier)),
        kept,
        link,
        "");
  }

  /**
   * Retention may delete lines of this time. One line with a time long ago must not be the reason
   * for which others of its seal may be missing.
   */
  private static Instant oldest(Instant found, Optional<AuditSeal> previous, Link link) {
    return previous
        .map(seal -> earlier(seal.link.at, link.at).minus(LATE))
        .filter(found::isBefore)
        .orElse(found);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  public AuditSeal signed(SealSigner signer) {
    return new AuditSeal(range, content, kept, link, signer.sign(text()));
  }

  private Instant latest() {
    return List.of(content.times.latest, content.times.earlier).stream()
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** What is signed. Its hash is the head. */
  public String text() {
    return """
    seal of an audit log 1
    number %d
    after %d
    last %d
    lines %d
    others %s
    apps %s
    oldest %s
    latest %s
    earlier %s
    keeps_lines %d
    keeps_days %d
    at %s
    previous %s
    key %s
    known %s
    """
        .formatted(
            range.number,
            range.after,
            range.last,
            content.lines,
            content.others.digest(),
            content.apps,
            content.times.oldest,
            content.times.latest,
            content.times.earlier,
            kept.lines,
            kept.days,
            link.at,
            link.previous,
            link.key.id(),
            String.join(" ", link.known));
  }

  public String head() {
    return Sha256.hex(Sha256.of(text()));
  }

  boolean isSigned() {
    return link.key.verifies(text(), signature);
  }
}
