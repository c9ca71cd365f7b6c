package dev.latchkey.storage.grants;

/** What became of a user's approval of a request. Only the first one creates a grant. */
public enum Approval {
  APPROVED,
  /**
   * The credential differs from what the user has seen, or was deleted. The request still waits for
   * a decision.
   */
  CHANGED,
  /** The request was decided before or has expired, or the user is no longer in the team. */
  OVER
}
