package dev.latchkey.harness;

import dev.latchkey.audit.seal.AuditSealer;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.storage.audit.AuditExport;
import dev.latchkey.storage.audit.AuditSeals;

/** Seals the audit log of a server at once, and not when its time has come. */
public final class Seals {
  private Seals() {}

  public static AuditSeals of(Latchkey latchkey) {
    return latchkey.stores().operation().auditSeals();
  }

  public static AuditSealer sealer(
      Latchkey latchkey, AuditLimits limits, AuditSealer.Signers signers) {
    return new AuditSealer(
        of(latchkey), new AuditExport(latchkey.installation().database()), () -> limits, signers);
  }

  public static AuditSealer.Signers own(Latchkey latchkey) {
    return (previous, now) ->
        latchkey
            .wiring()
            .keyring()
            .sealSigner(
                now.at(),
                id -> previous.map(seal -> seal.link().known().contains(id)).orElse(true));
  }

  /** With PostgreSQL a line is final once a sealer has looked twice. */
  public static AuditSeal seal(Latchkey latchkey) {
    return seal(latchkey, AuditLimits.DEFAULT, own(latchkey));
  }

  public static AuditSeal seal(Latchkey latchkey, AuditLimits limits, AuditSealer.Signers signers) {
    long newest = latchkey.stores().operation().auditExport().newest();
    AuditSealer sealer = sealer(latchkey, limits, signers);
    Poll.until(
        () -> {
          sealer.seal(latchkey.now());
          return of(latchkey).newest().filter(seal -> seal.range().last() >= newest).isPresent();
        },
        "the seal of line " + newest);
    return of(latchkey).newest().orElseThrow();
  }
}
