package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What tokens of one credential and one team have in common. */
record Terms(
        Id.Client client,
        Id.Organization organization,
        Optional<Id.Team> team,
        Scopes scope,
        Scopes.Separator separator) {
    private static final int BYTES_BESIDE = 400;
    private static final int BYTES_A_NAME = 80;

    static Terms of(LiveToken token) {
        return new Terms(
                token.client(),
                token.organization(),
                token.team(),
                token.scope(),
                token.separator());
    }

    private int bytes() {
        return BYTES_BESIDE + BYTES_A_NAME * scope.names().size();
    }

    /**
     * Those in use, each once, however many blocks hold tokens of theirs. One at a time comes here.
     */
    static final class Shared {
        private final Map<Terms, Use> uses = new HashMap<>();
        private long bytes;

        private static final class Use {
            private final Terms terms;
            private int blocks;

            Use(Terms terms) {
                this.terms = terms;
            }
        }

        /** Those that equal {@code own}; for one block, until it gives them back. */
        Terms lend(Terms own) {
            Use use = uses.get(own);
            if (use == null) {
                use = new Use(own);
                uses.put(own, use);
                bytes += own.bytes();
            }
            use.blocks++;
            return use.terms;
        }

        void takeBack(Terms lent) {
            Use use = uses.get(lent);
            if (use != null && --use.blocks == 0) {
                uses.remove(lent);
                bytes -= lent.bytes();
            }
        }

        long bytes() {
            return bytes;
        }
    }
}
