package dev.latchkey.model.process;

/**
 * Too many operations are already waiting, so this one was not started. This is not a failure of
 * the system. It is answered with 503, and the caller may try again.
 */
public final class TooBusy extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TooBusy(String message) {
    super(message);
  }

  /**
   * This exception is thrown thousands of times under load and always from the same few places, so
   * a stack trace would only cost time.
   */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
