package dev.latchkey.config;

/** What keeps Latchkey from starting, in one line for whoever starts it. */
public final class ConfigFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigFault(String message) {
        super(message);
    }

    public ConfigFault(String message, Throwable cause) {
        super(message, cause);
    }
}
