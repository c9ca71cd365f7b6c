package dev.latchkey.people.policy;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.publicclient.PublicClientReview;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Lets an app without a credential into an organization, or denies it. */
public record DecideOnPublicClient(
    OrganizationGuard guard, PublicClientReview review, RandomGenerator random) {
  public sealed interface Outcome permits Written, Refused {}

  public record Refused(NoAccess why) implements Outcome {}

  public enum Written implements Outcome {
    DECIDED,
    /** Another person has decided before, or has changed the policy. */
    EDIT_CONFLICT
  }

  /**
   * What is decided. {@code key}: that of the app. {@code policy}: the version of the policy that
   * the actor has seen, which says what the app may use.
   */
  public record Decision(String key, boolean isAllowed, int policy) {}

  public Outcome by(Actor.Person actor, Id.Organization named, Decision decision) {
    return switch (guard.check(actor, named, ChangeClientPolicy.RIGHT)) {
      case OrganizationGuard.Granted(var organization) ->
          decide(actor, organization.id(), decision) ? Written.DECIDED : Written.EDIT_CONFLICT;
      case NoAccess refused -> new Refused(refused);
    };
  }

  private boolean decide(Actor.Person actor, Id.Organization organization, Decision decision) {
    Optional<Id.Client> fresh =
        decision.isAllowed() ? Optional.of(Id.CLIENT.draw(random)) : Optional.empty();
    var stored = new PublicClientReview.Decision(decision.key(), fresh, decision.policy());
    return review.decide(organization, stored, actor.id(), actor.moment());
  }
}
