package dev.latchkey.storage.cache;

import dev.latchkey.model.SharedClaims;
import java.util.HashMap;
import java.util.Map;

/**
 * The shared claims of the tokens that are kept, each once, however many segments hold tokens with
 * them. Only one thread at a time may call it.
 */
final class ClaimsPool {
    private static final int BYTES_BESIDE = 400;
    private static final int BYTES_A_NAME = 80;

    private final Map<SharedClaims, Use> uses = new HashMap<>();
    private long bytes;

    private static final class Use {
        private final SharedClaims claims;
        private int segments;

        Use(SharedClaims claims) {
            this.claims = claims;
        }
    }

    /** The one instance that equals {@code own}; for one segment, until it gives it back. */
    SharedClaims lend(SharedClaims own) {
        Use use = uses.get(own);
        if (use == null) {
            use = new Use(own);
            uses.put(own, use);
            bytes += bytes(own);
        }
        use.segments++;
        return use.claims;
    }

    void takeBack(SharedClaims lent) {
        Use use = uses.get(lent);
        if (use != null && --use.segments == 0) {
            uses.remove(lent);
            bytes -= bytes(lent);
        }
    }

    long bytes() {
        return bytes;
    }

    private static int bytes(SharedClaims claims) {
        return BYTES_BESIDE + BYTES_A_NAME * claims.scope().names().size();
    }
}
