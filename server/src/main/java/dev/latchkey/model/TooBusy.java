package dev.latchkey.model;

/**
 * More is waiting already than can be done in time, so this was not begun. Nothing is broken: it is
 * answered with 503, and whoever asked may ask again.
 */
public final class TooBusy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TooBusy(String message) {
        super(message);
    }

    /** Thrown by the thousand, and always from the same few places. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
