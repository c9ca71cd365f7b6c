package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Issues a new token of an organization credential. The others stop working at once, or after an
 * overlap (rule 6.3).
 */
public record ReissueToken(
    CredentialGuard guard,
    CreationGuard creation,
    CredentialStores stores,
    RandomGenerator random) {
  public sealed interface Outcome permits Reissued, Refused, AlreadySent {}

  /** This is the only time that the token is known. */
  public record Reissued(Secret.Organization token, TokenLife life) implements Outcome {}

  public enum Refused implements Outcome {
    NOT_FOUND,
    FACTOR_MISSING
  }

  /** {@code form}: the form that was sent, which works once; commands have none. */
  public Outcome by(
      Actor actor,
      Credential.Organizational known,
      OrganizationTokens.Overlap overlap,
      Optional<Id.Form> form) {
    if (!guard.allows(actor, known, Rights.Act.CHANGE_ORGANIZATION_CREDENTIAL)) {
      return Refused.NOT_FOUND;
    }
    if (creation.lacksFactor(actor)) {
      return Refused.FACTOR_MISSING;
    }
    Secret.Organization token = Secret.ORGANIZATION.mint(random);
    var replacement =
        new OrganizationTokens.Replacement(
            token, overlap, form.orElseGet(() -> Id.FORM.draw(random)));
    Id.User by = actor instanceof Actor.Person person ? person.id() : known.owner();
    return switch (stores.tokens().reissue(known, replacement, by, actor.moment())) {
      case REISSUED -> new Reissued(token, stores.newCredentials().lifeOfToken(actor.moment()));
      case CREDENTIAL_DELETED -> Refused.NOT_FOUND;
      case FORM_SENT_BEFORE -> new AlreadySent();
    };
  }
}
