package dev.latchkey.storage.database;

/** Which part of the space a write may use when the store is nearly full. */
public enum WriteSpace {
  /** Everything except the reserve: for writes that add data. */
  ORDINARY,

  /** Most of the reserve as well: for refreshing tokens, and for signing in to end something. */
  RENEWING,

  /** The whole reserve: for writes that end or delete something. */
  ENDING
}
