package dev.latchkey.login.factor;

import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.RecoveryCode;
import dev.latchkey.storage.people.Passkeys;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Adds the passkey that an authenticator of the actor created for a challenge. */
public record AddPasskey(Passkeys passkeys, PasskeyCheck check, RandomGenerator random) {
  public record Wanted(String name, PasskeyAnswer answer, byte[] challenge) {}

  public sealed interface Outcome {
    /** {@code codes}: the new recovery codes, or none if the person has some already. */
    record Added(List<RecoveryCode> codes) implements Outcome {}

    record Flawed(DisplayName.Flaw flaw) implements Outcome {}

    enum Refused implements Outcome {
      /** The authenticator did not create a passkey for this challenge. */
      NOT_CREATED,
      TOO_MANY,
      EDIT_CONFLICT
    }
  }

  /** {@code session}: the key of the present session. All others end. */
  public Outcome by(Actor.Person actor, Secret.Session session, Wanted wanted) {
    Optional<DisplayName.Flaw> flaw = DisplayName.flawOf(wanted.name());
    if (flaw.isPresent()) {
      return new Outcome.Flawed(flaw.get());
    }
    return check
        .created(wanted.answer(), wanted.challenge())
        .map(key -> add(actor, session, wanted.name(), key))
        .orElse(Outcome.Refused.NOT_CREATED);
  }

  private Outcome add(
      Actor.Person actor, Secret.Session session, String name, WebAuthn.NewKey key) {
    List<RecoveryCode> codes = RecoveryCode.drawAll(random);
    var passkey = new Passkeys.NewPasskey(key.id(), name, key.data(), key.counter(), codes);
    return switch (passkeys.add(actor.user(), passkey, session, actor.moment())) {
      case ADDED -> new Outcome.Added(List.of());
      case ADDED_WITH_CODES -> new Outcome.Added(codes);
      case TOO_MANY -> Outcome.Refused.TOO_MANY;
      case EDIT_CONFLICT -> Outcome.Refused.EDIT_CONFLICT;
    };
  }
}
