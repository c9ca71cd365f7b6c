package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.NewCredentials;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates a personal credential with its first secret (contract 2.1). */
public record CreatePersonalCredential(
    NewCredentials credentials, Catalogue catalogue, RandomGenerator random) {
  public sealed interface Outcome permits Created, AlreadySent, FlawedCredential {}

  /** This is the only time that the secret is known. */
  public record Created(Credential.Personal credential, Secret.Client secret) implements Outcome {}

  /** {@code form}: the form that was sent, which works once. */
  public Outcome by(Actor.Person owner, WantedCredential wanted, Id.Form form) {
    return create(owner, owner.user(), wanted, Optional.of(form));
  }

  /** An operator creates it for the person who owns it from then on. */
  public Outcome by(Actor.Local operator, User owner, WantedCredential wanted) {
    return create(operator, owner, wanted, Optional.empty());
  }

  public Optional<FlawedCredential> flaws(WantedCredential wanted) {
    return FlawedCredential.personal(wanted, catalogue.names());
  }

  private Outcome create(Actor actor, User owner, WantedCredential wanted, Optional<Id.Form> form) {
    Optional<FlawedCredential> flaws = flaws(wanted);
    if (flaws.isPresent()) {
      return flaws.get();
    }
    var credential = wanted.ownedBy(owner, Id.CLIENT.draw(random), actor.moment().at());
    Secret.Client secret = Secret.CLIENT.mint(random);
    return credentials.create(credential, secret, form, actor.moment())
        ? new Created(credential, secret)
        : new AlreadySent();
  }
}
