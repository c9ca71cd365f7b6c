package dev.latchkey.audit.seal;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.audit.seal.AuditLine;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.model.audit.seal.SealSigner;
import dev.latchkey.storage.audit.AuditExport;
import dev.latchkey.storage.audit.AuditSeals;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Seals the lines of the audit log in the background, so that no write waits for another because of
 * a seal (docs/decisions/0106). A line can be sealed when none with a lower number can follow.
 */
public final class AuditSealer {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int MOST_LINES = 1_000;
  private static final int PAUSE_FACTOR = 2;

  /** How many hashes are kept for each line that the log may have. */
  private static final long HASHES_OF_LINE = 2;

  private final AuditSeals seals;
  private final AuditExport entries;
  private final Supplier<AuditLimits> limits;
  private final Signers signers;

  private Optional<AuditSeal> seen = Optional.empty();

  /** Finds the key that signs next. {@code previous}: the seal that must have named it. */
  @FunctionalInterface
  public interface Signers {
    SealSigner next(Optional<AuditSeal> previous, RequestMoment now);
  }

  public AuditSealer(
      AuditSeals seals, AuditExport entries, Supplier<AuditLimits> limits, Signers signers) {
    this.seals = seals;
    this.entries = entries;
    this.limits = limits;
    this.signers = signers;
  }

  /** Seals everything that can be sealed, unless another node does. */
  public void seal(RequestMoment now) {
    long last = entries.lastFinal();
    long began = System.nanoTime();
    while (sealNext(last, now)) {
      LockSupport.parkNanos(PAUSE_FACTOR * (System.nanoTime() - began));
      began = System.nanoTime();
    }
    seals.prune(HASHES_OF_LINE * limits.get().rows(), now);
  }

  private boolean sealNext(long last, RequestMoment now) {
    Optional<AuditSeal> previous = seals.newest();
    warnOfOther();
    long after = previous.map(seal -> seal.range().last()).orElse(0L);
    List<AuditLine> lines = seals.lines(after, last, MOST_LINES);
    if (lines.isEmpty()) {
      return false;
    }
    SealSigner signer = signers.next(previous, now);
    var link =
        new AuditSeal.Link(
            previous.map(AuditSeal::head).orElse(AuditSeal.NOTHING),
            now.at(),
            signer.key(),
            signer.known());
    AuditSeal seal =
        AuditSeal.unsigned(lines, previous, AuditSeal.Kept.of(limits.get()), link).signed(signer);
    if (!seals.add(seal, now)) {
      return false;
    }
    seen = Optional.of(seal);
    return true;
  }

  /** What this node remembers cannot change when the chain in the store is replaced. */
  private void warnOfOther() {
    seen.filter(known ->
            seals.find(known.range().number()).filter(found -> found.equals(known)).isEmpty())
        .ifPresent(known -> {
          LOG.log(
              System.Logger.Level.ERROR,
              "Seal {0} of the audit log is not the one that this node has written. Verify the log:"
                  + " latchkey audit verify --head {1}",
              String.valueOf(known.range().number()),
              known.head());
          seen = Optional.empty();
        });
  }
}
