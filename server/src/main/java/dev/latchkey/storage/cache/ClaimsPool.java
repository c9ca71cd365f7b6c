package dev.latchkey.storage.cache;

import dev.latchkey.model.SharedClaims;
import java.util.HashMap;
import java.util.Map;

/**
 * The shared claims of the cached tokens. Each is stored once, even if many segments have tokens
 * with the same claims. Only one thread at a time may call it.
 */
final class ClaimsPool {
    private static final int BASE_BYTES = 400;
    private static final int BYTES_PER_SCOPE = 80;
    private static final int BYTES_PER_NETWORK = 64;

    private final Map<SharedClaims, Use> uses = new HashMap<>();
    private long bytes;

    private static final class Use {
        private final SharedClaims claims;
        private int segments;

        Use(SharedClaims claims) {
            this.claims = claims;
        }
    }

    /**
     * Returns the pooled instance that equals {@code own} and counts one use by a segment, until
     * the segment calls {@link #release}.
     */
    SharedClaims acquire(SharedClaims own) {
        Use use = uses.get(own);
        if (use == null) {
            use = new Use(own);
            uses.put(own, use);
            bytes += bytes(own);
        }
        use.segments++;
        return use.claims;
    }

    void release(SharedClaims claims) {
        Use use = uses.get(claims);
        if (use != null && --use.segments == 0) {
            uses.remove(claims);
            bytes -= bytes(claims);
        }
    }

    long bytes() {
        return bytes;
    }

    private static int bytes(SharedClaims claims) {
        return BASE_BYTES
                + BYTES_PER_SCOPE * claims.scope().names().size()
                + BYTES_PER_NETWORK * claims.networks().ranges().size();
    }
}
