package dev.latchkey.api.view;

import dev.latchkey.model.SecretHash;
import dev.latchkey.model.person.Device;
import dev.latchkey.storage.people.UserAccount;
import java.time.Instant;

/** A session of a person. */
public record SessionView(
    SecretHash sessionId,
    Device.Browser browser,
    Device.OperatingSystem operatingSystem,
    String address,
    Instant signedInAt,
    Instant lastUsedAt) {
  public static SessionView of(UserAccount.OpenSession session) {
    return new SessionView(
        session.hash(),
        session.device().browser(),
        session.device().system(),
        session.address(),
        session.signedInAt(),
        session.seenAt());
  }
}
