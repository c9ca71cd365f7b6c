package dev.latchkey.model.token;

/** Why a call of the open interface was refused, as the start pages count it. */
public enum CallRefusal {
  NO_TOKEN,
  INVALID_TOKEN,
  /** The credential cannot be used from the address of the caller. */
  ADDRESS_NOT_ALLOWED,
  MISSING_SCOPE,
  /** There is no such call, or its path could be read in more than one way. */
  UNKNOWN_CALL,
  /** A request rate was exceeded. */
  TOO_MANY
}
