package dev.latchkey.model.token;

import dev.latchkey.model.Secret;
import java.util.random.RandomGenerator;

/**
 * An access token and the refresh token that renews it. They are created together and end together
 * (contract 3).
 */
public record TokenPair(Secret.Access access, Secret.Refresh refresh) {
  public static TokenPair mint(RandomGenerator random) {
    return new TokenPair(Secret.ACCESS.mint(random), Secret.REFRESH.mint(random));
  }
}
