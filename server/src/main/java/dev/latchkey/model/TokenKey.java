package dev.latchkey.model;

import java.util.Optional;

/** The key by which a bearer token is looked up: its kind, and its hash in the store. */
public record TokenKey(Kind kind, SecretHash hash) {
  /** The kinds of bearer tokens. Each has its own table. */
  public enum Kind {
    PERSONAL,
    ORGANIZATIONAL,
    CHILD
  }

  /**
   * The key of the token in these bytes. It is empty where {@link Secret#bearer} would not accept
   * the text. The bytes are not converted to a string, because this is the first step of every
   * check and must be fast.
   */
  public static Optional<TokenKey> of(byte[] ascii, int from, int length) {
    if (Secret.ACCESS.isWellFormed(ascii, from, length)) {
      return Optional.of(of(Kind.PERSONAL, ascii, from, length));
    }
    if (Secret.ORGANIZATION.isWellFormed(ascii, from, length)) {
      return Optional.of(of(Kind.ORGANIZATIONAL, ascii, from, length));
    }
    return Secret.CHILD.isWellFormed(ascii, from, length)
        ? Optional.of(of(Kind.CHILD, ascii, from, length))
        : Optional.empty();
  }

  private static TokenKey of(Kind kind, byte[] ascii, int from, int length) {
    return new TokenKey(kind, SecretHash.of(ascii, from, length));
  }

  public static TokenKey of(Secret.Bearer bearer) {
    return switch (bearer) {
      case Secret.Access access -> new TokenKey(Kind.PERSONAL, access.hash());
      case Secret.Organization organization ->
          new TokenKey(Kind.ORGANIZATIONAL, organization.hash());
      case Secret.Child child -> new TokenKey(Kind.CHILD, child.hash());
    };
  }
}
