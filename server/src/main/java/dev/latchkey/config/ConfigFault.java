package dev.latchkey.config;

/** A reason why Latchkey cannot start, in one line for the operator. */
public final class ConfigFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigFault(String message) {
        super(message);
    }

    public ConfigFault(String message, Throwable cause) {
        super(message, cause);
    }
}
