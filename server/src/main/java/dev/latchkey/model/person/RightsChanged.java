package dev.latchkey.model.person;

/**
 * The rights of a request are no longer valid: after they were checked and before the write was
 * made, the session ended or the user was changed. Nothing was written. The exception is caught at
 * one place and answered with 409. It occurs only when an administrator changes the user within the
 * milliseconds of a request, or when a node stalled between the check and the write. It would also
 * occur if a handler of a sensitive act forgot to ask for a recent sign-in.
 */
public final class RightsChanged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RightsChanged() {
    super("the session or the rights of its user changed while a write waited");
  }
}
