package dev.latchkey.people.policy;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.credential.ClientPolicies;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClients;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Lets an app without a credential into an organization, with a part of the scopes that it asked
 * for, or denies it (docs/decisions/0099).
 */
public record DecideOnPublicClient(
    OrganizationGuard guard,
    ClientPolicies policies,
    PublicClientReview review,
    RandomGenerator random) {
  public static final Rights.Act RIGHT = ChangeClientPolicy.RIGHT;
  public static final int MAX_NOTE = 300;

  public sealed interface Outcome permits Decided, Flaw, EditConflict, Refused {}

  /** {@code askers}: who is told. */
  public record Decided(
      Organization organization,
      PublicClient app,
      Optional<Scopes> allowed,
      String note,
      List<NoticeRecipients.Person> askers)
      implements Outcome {
    public Decided {
      askers = List.copyOf(askers);
    }
  }

  public record Refused(NoAccess why) implements Outcome {}

  public enum Flaw implements Outcome {
    NO_SCOPE,
    /** A scope that the app has not asked for, or that the policy does not have. */
    SCOPE_TOO_WIDE,
    /** More days than the policy has, or none. */
    DAYS,
    NOTE_TOO_LONG,
    /** The owner of the credential must be an active administrator of the organization. */
    OWNER_NOT_ENTITLED
  }

  /** Another person has decided since, or has changed the policy, or there is no such app. */
  public record EditConflict() implements Outcome {}

  /**
   * What was looked at. {@code key}: that of the app. {@code policy}: the version of the policy,
   * which says what the app may use at most.
   */
  public record Seen(String key, PublicClients.State state, int policy) {}

  /**
   * With what the app is let in. {@code owner}: who owns the credential that it gets. {@code days}:
   * how long people can allow it; as long as the policy says, if it is empty.
   */
  public record Allowing(User owner, Scopes scope, Optional<Integer> days) {}

  /** The app is denied if {@code allowing} is empty. {@code note}: to the people who asked. */
  public record Decision(Seen seen, Optional<Allowing> allowing, String note) {}

  public Outcome by(Actor actor, Id.Organization named, Decision decision) {
    return switch (guard.check(actor, named, RIGHT)) {
      case OrganizationGuard.Granted(var organization) -> decide(actor, organization, decision);
      case NoAccess refused -> new Refused(refused);
    };
  }

  private Outcome decide(Actor actor, Organization where, Decision decision) {
    ClientPolicy policy = policies.of(where.id());
    Optional<PublicClientReview.Listed> listed = review.find(where.id(), decision.seen.key);
    if (listed.isEmpty()) {
      return new EditConflict();
    }
    String note = DisplayName.onOneLine(decision.note);
    if (note.codePointCount(0, note.length()) > MAX_NOTE) {
      return Flaw.NOTE_TOO_LONG;
    }
    Scopes most = listed.get().most(policy);
    Optional<Flaw> flaw =
        decision.allowing.flatMap(allowing -> flaw(allowing, where, policy, most));
    if (flaw.isPresent()) {
      return flaw.get();
    }
    var stored =
        new PublicClientReview.Decision(
            decision.seen.key,
            decision.seen.state,
            decision.seen.policy,
            decision.allowing.map(allowing -> stored(allowing, policy)),
            note);
    return review
        .decide(where.id(), stored, actor)
        .<Outcome>map(written ->
            new Decided(
                where,
                written.app(),
                decision.allowing.map(Allowing::scope),
                note,
                written.askers()))
        .orElseGet(EditConflict::new);
  }

  private static Optional<Flaw> flaw(
      Allowing allowing, Organization where, ClientPolicy policy, Scopes most) {
    if (!Rights.allow(allowing.owner, RIGHT, where)) {
      return Optional.of(Flaw.OWNER_NOT_ENTITLED);
    }
    if (allowing.scope.isEmpty()) {
      return Optional.of(Flaw.NO_SCOPE);
    }
    if (!most.covers(allowing.scope)) {
      return Optional.of(Flaw.SCOPE_TOO_WIDE);
    }
    int days = allowing.days.orElse(policy.days());
    return days < 1 || days > policy.days() ? Optional.of(Flaw.DAYS) : Optional.empty();
  }

  private PublicClientReview.Allowing stored(Allowing allowing, ClientPolicy policy) {
    return new PublicClientReview.Allowing(
        Id.CLIENT.draw(random),
        allowing.owner.id(),
        allowing.scope,
        allowing.days.filter(days -> days < policy.days()));
  }
}
