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
}
