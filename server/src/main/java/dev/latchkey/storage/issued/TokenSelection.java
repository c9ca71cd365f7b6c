package dev.latchkey.storage.issued;

import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.RevokedTimes;
import java.time.Instant;
import java.util.Optional;

/**
 * Which issued tokens are listed or revoked: whose they are, and optionally before which time they
 * were issued. The codes and the tokens that a person has allowed are selected by their grant, so
 * the time of the consent counts: an app that has refreshed since would otherwise keep an access
 * that is in doubt. Organization tokens count by the time of their issue.
 */
public record TokenSelection(Whose whose, Optional<Instant> issuedBefore) {
  public sealed interface Whose {
    /** All tokens of the store. */
    record Everyone() implements Whose {}

    /** Those of the credentials of an organization, and those for its teams. */
    record OfOrganization(Id.Organization id) implements Whose {}

    record OfCredential(Credential known) implements Whose {}

    /** Those that represent a person: what the person has allowed apps to do. */
    record OfPerson(Id.User id) implements Whose {}

    /** What a person has allowed one app to do. */
    record OfPersonToApp(Id.User person, Credential.Personal known) implements Whose {}

    record OneGrant(Id.Grant id) implements Whose {}

    /** One grant, if it was given to this app. */
    record OneGrantToApp(Id.Grant id, Credential.Personal known) implements Whose {}

    record OneOrganizationToken(SecretHash token) implements Whose {}
  }

  /** All of these, whenever they were issued. */
  public static TokenSelection of(Whose whose) {
    return new TokenSelection(whose, Optional.empty());
  }

  /**
   * The subject of the number that ends all of these at once; empty if they end one by one, because
   * there are few of them, or because a time limits them.
   */
  Optional<String> everythingOf() {
    return issuedBefore.isPresent()
        ? Optional.empty()
        : switch (whose) {
          case Whose.Everyone _ -> Optional.of(RevokedTimes.PLATFORM);
          case Whose.OfOrganization(Id.Organization id) -> Optional.of(id.value());
          case Whose.OfCredential(Credential known) -> Optional.of(known.clientId().value());
          case Whose.OfPerson _ -> Optional.empty();
          case Whose.OfPersonToApp _ -> Optional.empty();
          case Whose.OneGrant _ -> Optional.empty();
          case Whose.OneGrantToApp _ -> Optional.empty();
          case Whose.OneOrganizationToken _ -> Optional.empty();
        };
  }
}
