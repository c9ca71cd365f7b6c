package dev.latchkey.model.credential;

import java.util.Optional;
import java.util.stream.Stream;

/** The values of {@code grant_type} that the token endpoint knows. */
public enum GrantType {
  AUTHORIZATION_CODE("authorization_code"),
  REFRESH_TOKEN("refresh_token"),
  /** A child token (RFC 8693), if the operator has turned them on. */
  TOKEN_EXCHANGE("urn:ietf:params:oauth:grant-type:token-exchange"),
  /** The code of a device (RFC 8628), if the operator has turned them on. */
  DEVICE_CODE("urn:ietf:params:oauth:grant-type:device_code");

  private final String text;

  GrantType(String text) {
    this.text = text;
  }

  public static Optional<GrantType> named(String text) {
    return Stream.of(values()).filter(type -> type.text.equals(text)).findFirst();
  }

  public String text() {
    return text;
  }
}
