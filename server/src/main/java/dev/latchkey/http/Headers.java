package dev.latchkey.http;

import java.util.List;
import java.util.Optional;

/** The header fields of a request, looked up by name in any case. */
public interface Headers {
    /** Every field's name, once, in the order and spelling of its first line. */
    List<String> names();

    List<String> all(String name);

    /** The token that the caller presents; see {@link BearerHeader}. */
    default BearerHeader bearer() {
        List<String> values = all("Authorization");
        return values.size() == 1 ? BearerHeader.of(values.getFirst()) : new BearerHeader.Missing();
    }

    /**
     * The one value of a field; empty if it is absent or sent more than once, which is never the
     * same thing twice.
     */
    default Optional<String> only(String name) {
        List<String> values = all(name);
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }
}
