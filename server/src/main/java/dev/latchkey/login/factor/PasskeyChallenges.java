package dev.latchkey.login.factor;

import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import dev.latchkey.storage.people.Passkeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Creates the challenges that a passkey signs. A challenge is encrypted and contains its own id and
 * time, so nothing is stored before one is answered. The store then accepts each id once.
 *
 * <p>With rows for challenges, a stranger who opens the sign-in page would cause a write.
 */
public record PasskeyChallenges(KeySeal seal, RandomGenerator random) {
  byte[] create(PasskeyPurpose purpose, Instant now) {
    byte[] id = Id.FORM.draw(random).value().getBytes(StandardCharsets.US_ASCII);
    byte[] content =
        ByteBuffer.allocate(Long.BYTES + id.length).putLong(now.toEpochMilli()).put(id).array();
    return seal.close(purpose.text(), content);
  }

  /**
   * The id of a challenge; empty if this server did not create it, or if it is too old or for
   * another purpose.
   */
  Optional<Id.Form> open(byte[] challenge, PasskeyPurpose purpose, Instant now) {
    return seal.open(purpose.text(), challenge)
        .map(ByteBuffer::wrap)
        .filter(content -> !isLate(Instant.ofEpochMilli(content.getLong()), now))
        .map(content -> StandardCharsets.US_ASCII.decode(content).toString())
        .flatMap(Id.FORM::parse);
  }

  private static boolean isLate(Instant createdAt, Instant now) {
    return createdAt.plus(Passkeys.CHALLENGE_LIFE).isBefore(now);
  }
}
