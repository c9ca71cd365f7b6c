package dev.latchkey.model;

import java.util.Optional;

/** How fast whoever may send requests; what is left out is not limited (decision 2.9). */
public record Rates(Optional<Rate> address, Optional<Rate> token, Optional<Rate> credential) {
    public static final Rates NONE =
            new Rates(Optional.empty(), Optional.empty(), Optional.empty());
}
