package dev.latchkey.model.process;

/**
 * An operation of the store failed, and nothing of it was done. The exception is caught at one
 * place and answered with 503.
 *
 * <p>It is in this package because {@code http} must know that the store can fail, and nothing else
 * about it. If {@code http} imported {@code storage}, every endpoint could use SQL. It is
 * unchecked, because a feature that had to handle it could forget to.
 */
public class StorageFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StorageFault(String message) {
    super(message);
  }

  public StorageFault(String message, Throwable cause) {
    super(message, cause);
  }

  /** The database cannot be reached at the moment. A later attempt may succeed. */
  public static final class Unreachable extends StorageFault {
    private static final long serialVersionUID = 1L;

    public Unreachable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A newer program has changed the store, and this one must not use it any more. */
  public static final class ProgramTooOld extends StorageFault {
    private static final long serialVersionUID = 1L;

    public ProgramTooOld(String message) {
      super(message);
    }
  }

  /**
   * What happened, its cause and the innermost cause, in one line: for the log, where there may be
   * one such line for every request, and for the operator of a command.
   */
  public String inOneLine() {
    String line = String.valueOf(getMessage());
    Throwable cause = getCause();
    if (cause != null) {
      line = with(cause, line);
      line = with(innermost(cause), line);
    }
    return line.replaceAll("\\s+", " ");
  }

  private static String with(Throwable cause, String line) {
    String why = String.valueOf(cause.getMessage());
    return line.contains(why) ? line : line + ": " + why;
  }

  private static Throwable innermost(Throwable fault) {
    Throwable innermost = fault;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost;
  }
}
