package dev.latchkey.protocol.revoke;

import dev.latchkey.edge.http.Form;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.protocol.revoke.RevokeRequest.Presented;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.pairs.Pairs;
import dev.latchkey.storage.publicclient.PublicClientCredentials;
import java.util.Optional;
import java.util.function.Function;

/**
 * Revokes tokens of apps without a credential (RFC 7009 2.1). The token tells for which credential
 * it was issued; it is revoked only if that credential was created for the app that is named.
 */
public final class PublicClientRevocation {
  private final PublicClientCredentials credentials;
  private final Function<PublicClientId, Optional<String>> keys;
  private final Pairs pairs;
  private final ChildTokens children;

  /** {@code keys} gives the key under which the organizations know an app. */
  public PublicClientRevocation(
      PublicClientCredentials credentials,
      Function<PublicClientId, Optional<String>> keys,
      Pairs pairs,
      ChildTokens children) {
    this.credentials = credentials;
    this.keys = keys;
    this.pairs = pairs;
    this.children = children;
  }

  /** Whether the form names such an app, and a token. */
  static boolean isPresentedIn(Form form) {
    return id(form).isPresent() && form.value("token").isPresent();
  }

  /** Nothing happens if the token is unknown or another client's (rule 3.4). */
  void revoke(Form form, RequestMoment now) {
    id(form).flatMap(keys).ifPresent(key -> revoke(key, form.value("token").orElse(""), now));
  }

  private void revoke(String key, String token, RequestMoment now) {
    switch (RevokeRequest.presented(token)) {
      case Presented.Access(Secret.Access access) ->
          credentials
              .ofAccessToken(key, access.hash(), now)
              .ifPresent(client -> pairs.revokePair(access, client, now));
      case Presented.Refresh(Secret.Refresh refresh) ->
          credentials
              .ofRefreshToken(key, refresh.hash(), now)
              .ifPresent(client -> pairs.revokePair(refresh, client, now));
      case Presented.Child(Secret.Child child) ->
          credentials
              .ofChildToken(key, child.hash(), now)
              .ifPresent(client -> children.revoke(child, client, now));
      case Presented.Unknown _ -> {}
    }
  }

  private static Optional<PublicClientId> id(Form form) {
    return form.value("client_id").flatMap(PublicClientId::parse);
  }
}
