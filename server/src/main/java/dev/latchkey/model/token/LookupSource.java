package dev.latchkey.model.token;

/** Where a lookup may search for its result. */
public enum LookupSource {
  /**
   * The cache only. The lookup never waits, and it may find nothing although the store has a
   * result.
   */
  MEMORY,
  /** The cache, then the store if the cache has no result. The lookup may wait. */
  STORE
}
