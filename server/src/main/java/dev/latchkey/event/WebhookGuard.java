package dev.latchkey.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.event.Webhooks;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Decides whether an actor may see and manage webhooks: those of an organization, or those of the
 * platform, which receive the events of all organizations. A webhook of others is answered as if it
 * did not exist.
 */
public record WebhookGuard(OrganizationGuard organizations, Webhooks webhooks) {
  public sealed interface Access permits Granted, Refused {}

  public record Granted(Webhooks.Sealed sealed) implements Access {
    public Webhook webhook() {
      return sealed.webhook();
    }
  }

  public record Refused(NoAccess why) implements Access {}

  /** Why the actor may not see the webhooks there; empty if the actor may. */
  public Optional<NoAccess> refuseToSee(Actor actor, Optional<Id.Organization> where) {
    return organizations.refuse(
        actor, where, Rights.Act.SEE_WEBHOOKS_OF_ORGANIZATION, Rights.Act.SEE_ORGANIZATIONS);
  }

  /** Why the actor may not manage the webhooks there; empty if the actor may. */
  public Optional<NoAccess> refuse(Actor actor, Optional<Id.Organization> where) {
    return organizations.refuse(
        actor, where, Rights.Act.MANAGE_WEBHOOKS_OF_ORGANIZATION, Rights.Act.MANAGE_ORGANIZATIONS);
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
    Optional<Webhooks.Sealed> found = Id.WEBHOOK.parse(named).flatMap(webhooks::findSealed);
    if (found.isEmpty()) {
      return new Refused(NoAccess.NOT_FOUND);
    }
    return refusal
        .apply(actor, found.get().webhook().organization())
        .<Access>map(Refused::new)
        .orElseGet(() -> new Granted(found.get()));
  }
}
