package dev.latchkey.storage.pairs;

/** The result of presenting a token to be revoked (contract 3, row 4). */
public enum Revoked {
  ENDED,
  /** The token was inactive before. */
  INACTIVE,
  UNKNOWN,
  OF_ANOTHER_CREDENTIAL
}
