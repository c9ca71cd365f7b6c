package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.ClientSecrets;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Adds a secret to a personal credential beside the old one, so that its app can change without a
 * pause (rule 6.3).
 */
public record AddSecret(CredentialGuard guard, ClientSecrets secrets, RandomGenerator random) {
  public sealed interface Outcome permits Added, Refused {}

  /** This is the only time that the secret is known. */
  public record Added(Secret.Client secret) implements Outcome {}

  public enum Refused implements Outcome {
    NOT_FOUND,
    /**
     * The credential has the most secrets that it can have, or another owner since it was found.
     */
    LIMIT_REACHED,
    ALREADY_SENT
  }

  /** {@code form}: the form that was sent, which works once; calls and commands have none. */
  public Outcome by(Actor actor, Id.Client named, Optional<Id.Form> form) {
    return guard
        .findOwn(actor, named)
        .map(credential -> add(actor, credential, form))
        .orElse(Refused.NOT_FOUND);
  }

  private Outcome add(Actor actor, Credential.Personal credential, Optional<Id.Form> form) {
    Secret.Client secret = Secret.CLIENT.mint(random);
    return switch (secrets.add(credential, secret, form, actor)) {
      case ADDED -> new Added(secret);
      case TOO_MANY -> Refused.LIMIT_REACHED;
      case FORM_SENT_BEFORE -> Refused.ALREADY_SENT;
    };
  }
}
