package dev.latchkey.issued;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.issued.TokenSelection;
import java.util.function.IntConsumer;

/** Revokes many tokens at once: those of an organization, of a credential or of a person. */
public record RevokeTokens(TokenGuard guard, TokenRevocation revocation) {
  public sealed interface Outcome permits Revoked, OwnerChanged, TokenGuard.Refused {}

  public record Revoked(TokenRevocation.Ended ended) implements Outcome {}

  /** The credential was deleted or has a new owner since the actor has seen it. */
  public record OwnerChanged() implements Outcome {}

  public Outcome by(Actor actor, TokenSelection which) {
    return by(actor, which, grants -> {});
  }

  /** The same. {@code progress} is told how many grants have ended so far. */
  public Outcome by(Actor actor, TokenSelection which, IntConsumer progress) {
    var act = Rights.Act.END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION;
    return guard
        .refuse(actor, which.whose(), act)
        .<Outcome>map(refused -> refused)
        .orElseGet(() -> revoke(actor, which, progress));
  }

  private Outcome revoke(Actor actor, TokenSelection which, IntConsumer progress) {
    return revocation
        .end(which, actor.moment(), progress)
        .<Outcome>map(Revoked::new)
        .orElseGet(OwnerChanged::new);
  }
}
