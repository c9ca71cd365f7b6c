package dev.latchkey.protocol.authorize;

import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.token.SealedRequest;

/**
 * The data of the page that a person sees if an app that the person has never allowed sent a
 * request with an error.
 */
public record FaultyView(
    SealedRequest request, ConsentView.App app, AuthorizationRequest.Faulty faulty) {

  /** The hidden field with the address to which the browser will be sent. */
  public static final String FIELD = "redirect_uri";

  public String error() {
    return faulty.error();
  }

  public String description() {
    return faulty.description();
  }

  /** The origin to which the browser will be sent, in a form for people. */
  public String origin() {
    return RedirectUri.origin(faulty.answer().redirectUri());
  }

  public String redirectUri() {
    return faulty.answer().redirectUri();
  }
}
