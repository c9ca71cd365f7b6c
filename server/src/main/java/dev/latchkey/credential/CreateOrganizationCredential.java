package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.storage.credential.NewCredentials;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates an organization credential together with its token (contract 2.1). */
public record CreateOrganizationCredential(
    CreationGuard guard, NewCredentials credentials, Catalogue catalogue, RandomGenerator random) {
  public sealed interface Outcome
      permits Created, AlreadySent, CreationGuard.Refused, FlawedCredential {}

  /** This is the only time that the token is known. */
  public record Created(
      Credential.Organizational credential, Secret.Organization token, TokenLife life)
      implements Outcome {}

  /** {@code form}: the form that was sent, which works once. */
  public Outcome by(Actor.Person owner, Organization home, WantedCredential wanted, Id.Form form) {
    return create(new Request(owner, owner.user(), Optional.of(form)), home, wanted);
  }

  /** An operator creates it for an administrator, who answers for it from then on. */
  public Outcome by(Actor.Local operator, User owner, Organization home, WantedCredential wanted) {
    return create(new Request(operator, owner, Optional.empty()), home, wanted);
  }

  private record Request(Actor actor, User owner, Optional<Id.Form> form) {}

  public Optional<FlawedCredential> flaws(WantedCredential wanted) {
    return FlawedCredential.organizational(wanted, catalogue.names());
  }

  private Outcome create(Request request, Organization home, WantedCredential wanted) {
    return switch (guard.check(request.actor(), request.owner(), home)) {
      case CreationGuard.Target target ->
          flaws(wanted)
              .<Outcome>map(flaws -> flaws)
              .orElseGet(() -> create(request, target, wanted));
      case CreationGuard.Refused refused -> refused;
    };
  }

  private Outcome create(Request request, CreationGuard.Target target, WantedCredential wanted) {
    var now = request.actor().moment();
    var credential = wanted.ownedBy(request.owner(), target, random, now.at());
    Secret.Organization token = Secret.ORGANIZATION.mint(random);
    return credentials.create(credential, token, request.form(), now)
        ? new Created(credential, token, credentials.lifeOfToken(now))
        : new AlreadySent();
  }
}
