package dev.latchkey.model.person;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The second step of a person's sign-in: an authenticator app, passkeys, or both. {@code appSince}
 * is when the app was set up; {@code recoveryCodes} is the number of unused recovery codes.
 */
public record SecondFactor(Optional<Instant> appSince, List<Passkey> passkeys, int recoveryCodes) {
  public static final SecondFactor NONE = new SecondFactor(Optional.empty(), List.of(), 0);

  public SecondFactor {
    passkeys = List.copyOf(passkeys);
  }

  public boolean isOn() {
    return appSince.isPresent() || !passkeys.isEmpty();
  }
}
