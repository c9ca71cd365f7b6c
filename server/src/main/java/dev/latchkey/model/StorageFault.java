package dev.latchkey.model;

/**
 * The store could not do what it was asked, and did none of it. Caught once, at the edge, and
 * answered with 503.
 */
public final class StorageFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StorageFault(String message) {
        super(message);
    }

    public StorageFault(String message, Throwable cause) {
        super(message, cause);
    }

    /** What happened and why, for a line of the log: there may be as many as requests. */
    public String inOneLine() {
        Throwable cause = getCause();
        String why = cause == null ? "" : ": " + cause.getMessage();
        return (getMessage() + why).replaceAll("\\s+", " ");
    }
}
