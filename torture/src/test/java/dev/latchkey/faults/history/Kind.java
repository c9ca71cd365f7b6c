package dev.latchkey.faults.history;

import java.util.Locale;

/** What an operation does. Each comment names the subject, and the other things that take part. */
public enum Kind {
  /** A session; with its user. */
  SIGN_IN,
  /**
   * A grant, whose name is also the name of its code, or of the request of a device; with its
   * session, client and membership.
   */
  CONSENT,
  /** The code of a grant; if done, with the pair that was issued. */
  EXCHANGE,
  /** A code that expires; the subject is its grant. */
  EXPIRE,
  /** A pair, by its refresh token; if done, with the next pair. An Idempotency-Key may follow. */
  REFRESH,
  /** A pair, by its access token, or a child token. */
  REVOKE,
  /** A pair, an organization token or a child token, by introspection. */
  CHECK,
  /** The same with a call through the gateway, which depends on the network of the caller. */
  CALL,
  /** A pair, an organization token or a child token; if done, with its new child token. */
  CHILD,
  /** A pair, an organization token or a child token that someone has reported as leaked. */
  LEAK,
  /** A user, a client or the organization, of whom everything ends that was issued before. */
  REVOKE_ALL,
  /** The request of a device, which would have become the grant that is the subject. */
  DENY,
  /** A client, whose networks do not include those of its callers any more. */
  SHUT_OUT,
  /** A client, whose networks include those of its callers again. */
  LET_IN,
  /** A grant, ended on the page of connected apps. */
  END_GRANT,
  /** A user. */
  DISABLE,
  /** A user. */
  ENABLE,
  /** A membership: a user in a team. */
  LEAVE,
  /** A membership. */
  JOIN,
  /** A client; with its owner. */
  CREATE,
  /** A client; with its new owner. */
  TRANSFER,
  /** A client. */
  DELETE,
  /** An organization token; with its client. */
  ISSUE,
  /** A client, without overlap; if done, with the new organization token. */
  REISSUE,
  /** An organization token. */
  REVOKE_TOKEN;

  /** The name of the kind in a transcript. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
