package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.Form;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.credential.GrantType;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.storage.publicclient.PublicClientCredentials;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the credential for which an app without a credential of its own got a code or a refresh
 * token. The same app has one credential in each organization, so its {@code client_id} alone does
 * not tell which one.
 */
public final class PublicClientTokens {
  private final PublicClientCredentials credentials;
  private final Function<PublicClientId, Optional<String>> keys;

  /** {@code keys} gives the key under which the organizations know an app. */
  public PublicClientTokens(
      PublicClientCredentials credentials, Function<PublicClientId, Optional<String>> keys) {
    this.credentials = credentials;
    this.keys = keys;
  }

  /** Whether the form names such an app and presents something that may belong to it. */
  static boolean isPresentedIn(Form form) {
    return id(form).isPresent() && type(form).flatMap(type -> presented(type, form)).isPresent();
  }

  Optional<Id.Client> find(Form form, RequestMoment now) {
    Optional<String> key = id(form).flatMap(keys);
    Optional<GrantType> type = type(form);
    return key.flatMap(known -> type.flatMap(by -> find(known, by, form, now)));
  }

  private Optional<Id.Client> find(String key, GrantType type, Form form, RequestMoment now) {
    Optional<String> presented = presented(type, form);
    return switch (type) {
      case AUTHORIZATION_CODE ->
          presented
              .flatMap(Secret.CODE::parse)
              .flatMap(code -> credentials.ofCode(key, code.hash(), now));
      case REFRESH_TOKEN ->
          presented
              .flatMap(Secret.REFRESH::parse)
              .flatMap(token -> credentials.ofRefreshToken(key, token.hash(), now));
      case TOKEN_EXCHANGE, DEVICE_CODE -> Optional.empty();
    };
  }

  /** A child token needs no client, and a device needs a credential. */
  private static Optional<String> presented(GrantType type, Form form) {
    return switch (type) {
      case AUTHORIZATION_CODE -> form.value("code");
      case REFRESH_TOKEN -> form.value("refresh_token");
      case TOKEN_EXCHANGE, DEVICE_CODE -> Optional.empty();
    };
  }

  private static Optional<GrantType> type(Form form) {
    return form.value("grant_type").flatMap(GrantType::named);
  }

  private static Optional<PublicClientId> id(Form form) {
    return form.value("client_id").flatMap(PublicClientId::parse);
  }
}
