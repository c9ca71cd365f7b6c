package dev.latchkey.api.view;

import dev.latchkey.model.audit.seal.AuditSeal;
import java.time.Instant;

/** The newest seal of the audit log. {@code key}: the id of the key that signed it. */
public record AuditHeadView(
    String seal, String lastEntryId, Instant sealedAt, String head, String keyId) {
  public static AuditHeadView of(AuditSeal seal) {
    return new AuditHeadView(
        String.valueOf(seal.range().number()),
        String.valueOf(seal.range().last()),
        seal.link().at(),
        seal.head(),
        seal.link().key().id());
  }
}
