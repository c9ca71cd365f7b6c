package dev.latchkey.model;

import java.util.Optional;

/** Which credentials a list shows, in which order, and the last one that the page before showed. */
public record CredentialSearch(
        String text,
        Optional<Type> type,
        Optional<State> state,
        Order order,
        Optional<Id.Client> after) {

    public static final CredentialSearch ALL =
            new CredentialSearch(
                    "", Optional.empty(), Optional.empty(), Order.NAME, Optional.empty());

    /** Contract 1.1. */
    public enum Type {
        PERSONAL,
        ORGANIZATION
    }

    /** Whether a credential can do anything, and if not, why. */
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
