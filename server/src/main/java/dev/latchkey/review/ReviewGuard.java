package dev.latchkey.review;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.review.Review;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.review.Reviews;
import java.util.Optional;

/**
 * Decides whether an actor may see and manage reviews of access. A review of others is answered as
 * if it did not exist.
 */
public record ReviewGuard(OrganizationGuard organizations, Reviews reviews) {
  static final Rights.Act MANAGE = Rights.Act.MANAGE_REVIEWS_OF_ORGANIZATION;

  public sealed interface Access permits Granted, Refused {}

  public record Granted(Review review, Organization home) implements Access {}

  public record Refused(NoAccess why) implements Access {}

  public Access see(Actor actor, String named) {
    return check(actor, named, Rights.Act.SEE_REVIEWS_OF_ORGANIZATION);
  }

  Access manage(Actor actor, String named) {
    return check(actor, named, MANAGE);
  }

  /** Why the actor may not manage the reviews there; empty if the actor may. */
  Optional<NoAccess> refuse(Actor actor, Id.Organization in) {
    return switch (organizations.check(actor, in, MANAGE)) {
      case OrganizationGuard.Granted _ -> Optional.empty();
      case NoAccess refused -> Optional.of(refused);
    };
  }

  private Access check(Actor actor, String named, Rights.Act act) {
    Optional<Review> found = Id.REVIEW.parse(named).flatMap(reviews::find);
    if (found.isEmpty()) {
      return new Refused(NoAccess.NOT_FOUND);
    }
    return switch (organizations.check(actor, found.get().organization(), act)) {
      case OrganizationGuard.Granted(var home) -> new Granted(found.get(), home);
      case NoAccess refused -> new Refused(refused);
    };
  }

  /** The name of an actor, as reports keep it. */
  static String name(Actor actor) {
    return switch (actor) {
      case Actor.Person person -> person.user().name();
      case Actor.Machine machine -> machine.id().value();
      case Actor.Operator _ -> "operator";
      case Actor.Server _ -> "Latchkey";
    };
  }
}
