package dev.latchkey.storage;

import dev.latchkey.model.Authentication;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Network;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.ChangeVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A client's right secret, as the store knows it: the credential it belongs to, and how full the
 * bucket of wrong secrets is for this client and network.
 */
public record ClientProof(
        Claim claim,
        Credential.Personal credential,
        Throttle throttle,
        Optional<Instant> fullUntil) {

    /** What a caller offers as proof, and from where. */
    record Claim(Id.Client client, SecretHash secret, Network from) {
        /** A flood from many networks is spread over all slots. */
        long spread() {
            return secret.bits() ^ from.hashCode();
        }
    }

    /** Also a caller with the right secret has to wait while the bucket is full (decision 2.9). */
    Authentication at(Instant now) {
        Optional<Duration> wait = fullUntil.flatMap(full -> throttle.wait(full, now));
        return wait.isPresent()
                ? new Authentication.Throttled(wait.get())
                : new Authentication.Proven(credential, claim.secret());
    }

    /**
     * The rows this was read from. The bucket is one of them also while it has no row yet: the
     * first wrong secret inserts it.
     */
    ChangeVersions.Dependencies dependencies() {
        return ChangeVersions.Dependencies.of(
                claim.secret(), throttle.bucket(), claim.client(), credential.owner());
    }
}
