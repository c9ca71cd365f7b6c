package dev.latchkey.host;

/** What the machine, or a program on it, cannot do; in one line that says what to do about it. */
public final class HostFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HostFault(String message) {
        super(message);
    }

    public HostFault(String message, Throwable cause) {
        super(message, cause);
    }
}
