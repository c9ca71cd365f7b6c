package dev.latchkey.protocol.authorize;

import dev.latchkey.console.approval.Helpers;
import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scope;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.token.SealedRequest;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.publicclient.PublicClientReview.Decided;
import java.util.List;
import java.util.Optional;

/**
 * The data of the page about an app that the organization of the person has not let in.
 *
 * @param listed what the organization knows of the app, if anyone has asked for it
 * @param isMailed whether people are told of requests and decisions by mail
 */
public record NotAllowedView(
    SealedRequest request,
    Organization home,
    AuthorizationRequest.NotAllowed refused,
    Asked asked,
    Optional<PublicClientReview.Listed> listed,
    Helpers helpers,
    boolean isMailed,
    FormErrors errors) {
  /** The scopes that the app asks for: those that it lacks, and those that it may have. */
  public record Asked(List<Scope> missing, List<Scope> allowed) {
    public Asked {
      missing = List.copyOf(missing);
      allowed = List.copyOf(allowed);
    }
  }

  public PublicClientGuard.Why why() {
    return refused.stopped().why();
  }

  public PublicClientGuard.KnownApp app() {
    return refused.stopped().app();
  }

  /** How many people of the organization have asked for the app. */
  public int askers() {
    return listed.map(known -> known.requests().size()).orElse(0);
  }

  /** What the administrator who denied the app has to say. */
  public String note() {
    return listed.flatMap(PublicClientReview.Listed::decided).map(Decided::note).orElse("");
  }

  /** The address to which the browser can be sent back; empty if it is not known. */
  public Optional<String> redirectUri() {
    return refused.back().map(faulty -> faulty.answer().redirectUri());
  }

  /** Its origin, in a form for people. */
  public String origin() {
    return redirectUri().map(RedirectUri::origin).orElse("");
  }
}
