package dev.latchkey.edge.gateway;

import dev.latchkey.model.Rate;
import java.util.Optional;

/**
 * How many requests are allowed for each address, each token and each credential. An empty rate
 * means no limit (rule 2.9).
 */
public record Rates(Optional<Rate> address, Optional<Rate> token, Optional<Rate> credential) {
  public static final Rates NONE = new Rates(Optional.empty(), Optional.empty(), Optional.empty());
}
