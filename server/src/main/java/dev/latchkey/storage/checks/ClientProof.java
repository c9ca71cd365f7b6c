package dev.latchkey.storage.checks;

import dev.latchkey.model.Id;
import dev.latchkey.model.Network;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.limit.Throttle;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A correct client secret: the credential to which it belongs, and how full the bucket of wrong
 * secrets is for this client and network.
 */
public record ClientProof(
    Claim claim, Credential.Personal credential, Throttle throttle, Optional<Instant> fullUntil) {

  /**
   * The client id and the hash of the secret that a caller sent, and the network from which it was
   * sent.
   */
  record Claim(Id.Client client, SecretHash secret, Network from) {
    /**
     * A hash that includes the network, so that a flood from many networks is distributed over all
     * slots of the cache.
     */
    long slotHash() {
      return secret.bits() ^ from.hashCode();
    }
  }

  /**
   * The result for the caller. A caller with the correct secret also has to wait while the bucket
   * is full (rule 2.9).
   */
  Authentication at(Instant now) {
    Optional<Duration> wait = fullUntil.flatMap(until -> throttle.wait(until, now));
    return wait.isPresent()
        ? new Authentication.Throttled(wait.get())
        : new Authentication.Proven(credential, claim.secret());
  }

  /**
   * The rows from which this was read. The bucket is one of them even if it has no row yet, because
   * the first wrong secret inserts that row.
   */
  ChangeVersions.Dependencies dependencies() {
    return ChangeVersions.Dependencies.of(
        claim.secret(), throttle.bucket(), claim.client(), credential.owner());
  }
}
