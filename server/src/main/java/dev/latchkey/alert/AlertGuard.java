package dev.latchkey.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.credential.Credentials;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Decides whether an actor may see, close and mute alerts: the administrators those of their
 * organization, and the owner of a credential those about it. An alert of others is answered as if
 * it did not exist.
 */
public record AlertGuard(OrganizationGuard organizations, Credentials credentials, AlertList list) {
  public sealed interface Access permits Granted, Refused {}

  public record Granted(Alert alert) implements Access {}

  public record Refused(NoAccess why) implements Access {}

  /** Why the actor may not see the alerts there; empty if the actor may. */
  public Optional<NoAccess> refuseToSee(Actor actor, Optional<Id.Organization> where) {
    return organizations.refuse(
        actor, where, Rights.Act.SEE_ALERTS_OF_ORGANIZATION, Rights.Act.SEE_ORGANIZATIONS);
  }

  /** Why the actor may not manage the alerts there; empty if the actor may. */
  public Optional<NoAccess> refuse(Actor actor, Optional<Id.Organization> where) {
    return organizations.refuse(
        actor, where, Rights.Act.MANAGE_ALERTS_OF_ORGANIZATION, Rights.Act.MANAGE_ORGANIZATIONS);
  }

  public Access see(Actor actor, String named) {
    return find(actor, named, this::refuseToSee);
  }

  public Access check(Actor actor, String named) {
    return find(actor, named, this::refuse);
  }

  private Access find(
      Actor actor,
      String named,
      BiFunction<Actor, Optional<Id.Organization>, Optional<NoAccess>> refusal) {
    Optional<Alert> found = Id.ALERT.parse(named).flatMap(list::find);
    if (found.isEmpty()) {
      return new Refused(NoAccess.NOT_FOUND);
    }
    Alert alert = found.get();
    return isOwner(actor, alert)
        ? new Granted(alert)
        : refusal
            .apply(actor, alert.organization())
            .<Access>map(Refused::new)
            .orElseGet(() -> new Granted(alert));
  }

  private boolean isOwner(Actor actor, Alert alert) {
    return alert
        .about()
        .client()
        .flatMap(credentials::find)
        .map(Credential::owner)
        .filter(actor::is)
        .isPresent();
  }
}
