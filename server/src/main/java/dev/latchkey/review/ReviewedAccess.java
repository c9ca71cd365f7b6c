package dev.latchkey.review;

import dev.latchkey.credential.RevokeToken;
import dev.latchkey.issued.EndGrant;
import dev.latchkey.model.Id;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.people.DisablePerson;
import dev.latchkey.people.NotManaged;
import dev.latchkey.review.DecideReviewItem.NotDecided;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.UserAdministration;
import java.util.Optional;

/** Ends the access that an item stands for, and says whether it became less. */
public record ReviewedAccess(
    UserAdministration people,
    Credentials credentials,
    DisablePerson disablePerson,
    RevokeToken revokeToken,
    EndGrant endGrant) {
  Optional<NotDecided> end(Actor actor, ReviewItem item) {
    return switch (item.kind()) {
      case PERSON -> disable(actor, new Id.User(item.subject()));
      case TOKEN ->
          switch (revokeToken.by(
              actor, item.client().orElseThrow(), SecretHash.parse(item.subject()).orElseThrow())) {
            case REVOKED, ENDED_BEFORE -> Optional.empty();
            case NOT_FOUND -> ended(item.client().orElseThrow());
          };
      case GRANT ->
          switch (endGrant.by(actor, new Id.Grant(item.subject()))) {
            case ENDED -> Optional.empty();
            case NOT_FOUND ->
                Optional.of(NotDecided.NOT_ALLOWED)
                    .filter(_ -> exists(new Id.Grant(item.subject())));
            case EDIT_CONFLICT -> Optional.of(NotDecided.EDIT_CONFLICT);
          };
    };
  }

  private boolean exists(Id.Grant grant) {
    return endGrant.grants().partiesOf(grant).isPresent();
  }

  /** A credential that was deleted has no tokens. */
  private Optional<NotDecided> ended(Id.Client client) {
    return credentials.find(client).isPresent()
        ? Optional.of(NotDecided.NOT_ALLOWED)
        : Optional.empty();
  }

  private Optional<NotDecided> disable(Actor actor, Id.User id) {
    int seen = people.find(id).map(ManagedUser::version).orElse(0);
    return switch (disablePerson.by(actor, id, seen)) {
      case DisablePerson.Disabled _ -> Optional.empty();
      case DisablePerson.Refused.DISABLED_BEFORE -> Optional.empty();
      case DisablePerson.Refused.EDIT_CONFLICT -> Optional.of(NotDecided.EDIT_CONFLICT);
      case DisablePerson.Refused.LAST_SUPER_ADMINISTRATOR -> Optional.of(NotDecided.NOT_ALLOWED);
      case NotManaged _ -> Optional.of(NotDecided.NOT_ALLOWED);
    };
  }

  /** A grant cannot be narrowed: the person allows less in a new one, and this one ends. */
  boolean isNarrower(ReviewItem item) {
    return switch (item.kind()) {
      case PERSON ->
          people
              .find(new Id.User(item.subject()))
              .map(ManagedUser::user)
              .map(User::effectiveRole)
              .filter(now -> now.compareTo(item.role().orElseThrow()) > 0)
              .isPresent();
      case TOKEN ->
          credentials
              .find(item.client().orElseThrow())
              .map(Credential::scope)
              .filter(now -> item.scope().covers(now) && !now.covers(item.scope()))
              .isPresent();
      case GRANT -> false;
    };
  }
}
