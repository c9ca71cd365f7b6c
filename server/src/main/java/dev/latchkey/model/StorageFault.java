package dev.latchkey.model;

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
     * What happened and why, in one line: for the log, where there may be one such line for every
     * request, and for the operator of a command.
     */
    public String inOneLine() {
        String message = String.valueOf(getMessage());
        Throwable cause = getCause();
        String why = cause == null ? "" : String.valueOf(cause.getMessage());
        return (message.contains(why) ? message : message + ": " + why).replaceAll("\\s+", " ");
    }
}
