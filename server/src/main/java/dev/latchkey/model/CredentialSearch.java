package dev.latchkey.model;

import java.util.Optional;

/**
 * Which credentials a list shows, and in which order. {@code after} is the last credential on the
 * page before.
 */
public record CredentialSearch(
        String text,
        Optional<Type> type,
        Optional<State> state,
        Order order,
        Optional<Id.Client> after) {

    public static final CredentialSearch ALL =
            new CredentialSearch(
                    "", Optional.empty(), Optional.empty(), Order.NAME, Optional.empty());

    /** The credential types of contract 1.1. */
    public enum Type {
        PERSONAL,
        ORGANIZATION
    }

    /** Whether a credential has an active token that can be used, and if not, why. */
    public enum State {
        LIVE,
        OWNER_DISABLED,
        NO_TOKEN
    }

    public enum Order {
        NAME,
        NEWEST,
        LAST_USED
    }

    public CredentialSearch after(Id.Client last) {
        return new CredentialSearch(text, type, state, order, Optional.of(last));
    }

    public boolean isNarrowed() {
        return !text.isEmpty() || type.isPresent() || state.isPresent();
    }
}
