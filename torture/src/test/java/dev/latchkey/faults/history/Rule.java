package dev.latchkey.faults.history;

/** The rules that a history can break. */
public enum Rule {
  /**
   * A thing was seen active by an operation that began after the thing had certainly ended, or
   * after it was seen ended.
   */
  ACTIVE_AFTER_END,
  /** A thing was seen ended, but no operation that could have ended it had begun by then. */
  ENDED_WITHOUT_CAUSE,
  /** A code was exchanged twice. */
  SPENT_TWICE,
  /** A refresh token was rotated twice, or a repeated answer differs from the first one. */
  ROTATED_TWICE,
  /** The request of a device was decided twice. */
  DECIDED_TWICE,
  /** A code was exchanged that no consent had begun to issue. */
  WITHOUT_CONSENT,
  /**
   * A token was seen active while the owner of its credential was certainly disabled, or while its
   * credential could certainly not be used from the network of the caller.
   */
  ACTIVE_WHILE_SUSPENDED
}
