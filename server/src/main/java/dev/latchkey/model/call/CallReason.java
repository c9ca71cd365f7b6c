package dev.latchkey.model.call;

import dev.latchkey.model.token.CallRefusal;

/** Why a call was refused or failed. Blocks of the log contain the names. */
public enum CallReason {
  NO_TOKEN,
  INVALID_TOKEN,

  /** The token was valid before. */
  EXPIRED_TOKEN,
  REPLACED_TOKEN,
  ENDED_TOKEN,
  ADDRESS_NOT_ALLOWED,
  MISSING_SCOPE,
  UNKNOWN_CALL,
  TOO_MANY,

  /** The service could not be reached, answered in a broken way, too late, or was busy. */
  SERVICE_UNREACHABLE,
  SERVICE_BROKEN,
  SERVICE_SLOW,
  SERVICE_BUSY,

  /** The caller closed its connection before the answer was complete. */
  CALLER_GONE,

  /** A request at the endpoints for tokens was refused; the error code says why. */
  INVALID_REQUEST,
  INVALID_CLIENT,
  INVALID_GRANT,
  INVALID_SCOPE,
  UNAUTHORIZED_CLIENT,

  /** A reason of a later version, or one that has no name of its own. */
  UNNAMED;

  public static CallReason of(CallRefusal refusal) {
    return switch (refusal) {
      case NO_TOKEN -> NO_TOKEN;
      case INVALID_TOKEN -> INVALID_TOKEN;
      case ADDRESS_NOT_ALLOWED -> ADDRESS_NOT_ALLOWED;
      case MISSING_SCOPE -> MISSING_SCOPE;
      case UNKNOWN_CALL -> UNKNOWN_CALL;
      case TOO_MANY -> TOO_MANY;
    };
  }
}
