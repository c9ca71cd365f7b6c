package dev.latchkey.faults.history;

/** What a client knows of an operation after its answer, or after its time limit. */
public enum Outcome {
  /** The answer was a success. For a check, it means that the token is active. */
  DONE,
  /**
   * The answer was a refusal, which changes nothing. For a check, it means that the token is not
   * active.
   */
  REFUSED,
  /**
   * A 503, a timeout or a lost connection: the operation may or may not have happened, or may still
   * happen later.
   */
  UNKNOWN
}
