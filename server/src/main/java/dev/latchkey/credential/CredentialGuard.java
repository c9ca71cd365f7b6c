package dev.latchkey.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Directory;
import java.util.Optional;

/**
 * Finds the credential that an act is about. Owners may do everything with their personal
 * credentials, others what {@link Rights} allows in the organization of the credential. A
 * credential of others is answered as if it did not exist (security row 108), and the audit log has
 * an entry about the attempt.
 */
public record CredentialGuard(Credentials credentials, Directory directory) {
  public Optional<Credential> find(Actor actor, Id.Client named, Rights.Act act) {
    return credentials.find(named).filter(found -> allows(actor, found, act));
  }

  /**
   * The same for a credential that was found before. The write must refuse it if it has another
   * owner by then.
   */
  public boolean allows(Actor actor, Credential found, Rights.Act act) {
    boolean isAllowed = isAllowed(actor, found, act);
    if (!isAllowed) {
      refused(actor, found);
    }
    return isAllowed;
  }

  /** A credential of another kind is answered as if it did not exist. */
  public <C extends Credential> Optional<C> find(
      Actor actor, Id.Client named, Rights.Act act, Class<? extends C> kind) {
    return find(actor, named, act).filter(kind::isInstance).map(kind::cast);
  }

  /** The personal credential of the actor. */
  public Optional<Credential.Personal> findOwn(Actor actor, Id.Client named) {
    return find(actor, named, Rights.Act.MANAGE_PERSONAL_CREDENTIALS, Credential.Personal.class);
  }

  /** A personal credential that the actor may give to another owner. */
  Optional<Credential.Personal> findToTransfer(Actor actor, Id.Client named) {
    var act = Rights.Act.TRANSFER_CREDENTIAL_OF_ORGANIZATION;
    return find(actor, named, act, Credential.Personal.class);
  }

  private boolean isAllowed(Actor actor, Credential credential, Rights.Act act) {
    return switch (actor) {
      case Actor.Local _ -> true;
      case Actor.Authenticated caller ->
          directory
              .find(credential.organization())
              .filter(where -> isAllowed(caller, credential, act, where))
              .isPresent();
    };
  }

  private static boolean isAllowed(
      Actor.Authenticated caller, Credential credential, Rights.Act act, Organization where) {
    var own = Rights.Act.MANAGE_PERSONAL_CREDENTIALS;
    return (isOwner(caller, credential) && caller.may(own, where))
        || (act != own && caller.may(act, where));
  }

  private static boolean isOwner(Actor.Authenticated caller, Credential credential) {
    return credential instanceof Credential.Personal && caller.is(credential.owner());
  }

  /** Records that an actor asked for a credential without the right to it. */
  public void refused(Actor actor, Credential credential) {
    directory.refused(
        actor
            .entry(AuditEvent.RIGHT_REFUSED)
            .with(AuditOutcome.CREDENTIAL_OF_OTHERS)
            .about(credential.clientId())
            .in(credential.organization()));
  }
}
