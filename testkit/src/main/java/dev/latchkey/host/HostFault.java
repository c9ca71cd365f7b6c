package dev.latchkey.host;

/**
 * Reports in one line what the machine, or a program on it, cannot do, and what the user can do
 * about it.
 */
public final class HostFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public HostFault(String message) {
    super(message);
  }

  public HostFault(String message, Throwable cause) {
    super(message, cause);
  }
}
