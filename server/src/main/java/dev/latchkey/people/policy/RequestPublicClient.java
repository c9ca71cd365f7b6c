package dev.latchkey.people.policy;

import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.storage.publicclient.ClientRequests;

/**
 * Asks the administrators of one's own organization for an app without a credential, about which
 * they decide. Every person may.
 */
public record RequestPublicClient(ClientRequests requests, Catalogue catalogue) {
  public static final int MAX_REASON = 300;

  public sealed interface Outcome permits Asked, Refused {}

  public enum Asked implements Outcome {
    /** The administrators do not know of the app yet. */
    FIRST,
    JOINED,
    REPEATED
  }

  public enum Refused implements Outcome {
    REASON_TOO_LONG,
    /** The organization has decided, or lets nobody ask. */
    NOT_OPEN,
    TOO_MANY
  }

  /** {@code scope}: what the app has asked for; none, if it named none. */
  public Outcome by(Actor.Person actor, PublicClient app, String reason, Scopes scope) {
    String text = DisplayName.onOneLine(reason);
    if (text.codePointCount(0, text.length()) > MAX_REASON) {
      return Refused.REASON_TOO_LONG;
    }
    Scopes known = scope.without(scope.without(catalogue.names()));
    var wanted = new ClientRequests.Wanted(app, text, known);
    return switch (requests.ask(wanted, actor.user(), actor.moment())) {
      case FIRST -> Asked.FIRST;
      case JOINED -> Asked.JOINED;
      case REPEATED -> Asked.REPEATED;
      case NOT_OPEN -> Refused.NOT_OPEN;
      case TOO_MANY -> Refused.TOO_MANY;
    };
  }
}
