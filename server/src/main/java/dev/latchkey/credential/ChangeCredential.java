package dev.latchkey.credential;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.Credentials;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Changes the settings of a credential. Owners change personal credentials, and administrators
 * change organization credentials.
 */
public record ChangeCredential(
    CredentialGuard guard, Credentials credentials, Catalogue catalogue) {
  public sealed interface Outcome permits Changed, Refused, FlawedCredential {}

  public record Changed(Credential credential) implements Outcome {}

  public enum Refused implements Outcome {
    NOT_FOUND,
    /** It is a personal credential of another person. */
    NOT_OWNED,
    /** The credential was changed since the actor has seen it. */
    EDIT_CONFLICT
  }

  /** {@code seen}: the version of the credential that the actor has seen. */
  public Outcome by(Actor actor, Credential known, int seen, WantedCredential wanted) {
    return refusal(actor, known)
        .<Outcome>map(refused -> refused)
        .or(() -> flaws(known, wanted))
        .orElseGet(() ->
            credentials.change(wanted.over(known, seen), actor.idOr(known.owner()), actor.moment())
                ? new Changed(wanted.over(known, seen + 1))
                : Refused.EDIT_CONFLICT);
  }

  /** Why the actor may not change the credential at all; empty if they may. */
  public Optional<Refused> refusal(Actor actor, Credential known) {
    if (!guard.allows(actor, known, Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL)) {
      return Optional.of(Refused.NOT_FOUND);
    }
    boolean isOfAnother =
        known instanceof Credential.Personal
            && actor instanceof Actor.Authenticated
            && !actor.is(known.owner());
    return isOfAnother ? Optional.of(Refused.NOT_OWNED) : Optional.empty();
  }

  private Optional<FlawedCredential> flaws(Credential known, WantedCredential wanted) {
    var names = new ArrayList<>(catalogue.names().names());
    names.addAll(known.scope().names());
    Scopes choosable = Scopes.of(names);
    return switch (known) {
      case Credential.Personal _ -> FlawedCredential.personal(wanted, choosable);
      case Credential.Organizational _ -> FlawedCredential.organizational(wanted, choosable);
    };
  }
}
