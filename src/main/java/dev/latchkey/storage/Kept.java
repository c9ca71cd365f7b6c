package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * An answer in few bytes, for a million of them are kept: what many tokens have in common stands
 * once for all of them, the rest is packed.
 */
final class Kept {
    private static final long NEVER = Long.MAX_VALUE;

    /** Stands in no text: forms refuse it, and arguments cannot hold it. */
    private static final String BETWEEN = "\0";

    /** Beside its packed bytes: itself, its hash, the head of an array and two seats. */
    private static final int BYTES_BESIDE = 112;

    private final SecretHash hash;
    private final Terms terms;
    private final byte[] packed;
    private final long stamp;
    private final long end;
    private final boolean isFirstOfTerms;
    private boolean isAskedFor;

    /** {@code terms}: those of the token, or equal ones that are there already. */
    Kept(Known known, Terms terms, boolean isFirstOfTerms, long stamp) {
        this.hash = known.hash();
        this.terms = terms;
        this.packed = packed(known.token());
        this.stamp = stamp;
        this.end = known.end().map(Instant::toEpochMilli).orElse(NEVER);
        this.isFirstOfTerms = isFirstOfTerms;
    }

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

        int bytes() {
            return BYTES_BESIDE + BYTES_A_NAME * scope.names().size();
        }
    }

    private static byte[] packed(LiveToken token) {
        String text =
                switch (token.root()) {
                    case TokenRoot.Grant grant ->
                            String.join(
                                    BETWEEN,
                                    token.subject().value(),
                                    token.email().orElseThrow(),
                                    grant.id().value());
                    case TokenRoot.Itself itself -> token.subject().value();
                };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    Known known() {
        String text = new String(packed, StandardCharsets.UTF_8);
        int subject = text.indexOf(BETWEEN);
        Optional<Instant> until =
                end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
        return subject < 0 ? organizational(text, until) : personal(text, subject, until);
    }

    private Known organizational(String subject, Optional<Instant> until) {
        return new Known(
                hash,
                new LiveToken(
                        new Id.VirtualAdministrator(subject),
                        Optional.empty(),
                        terms.client,
                        new TokenRoot.Itself(hash),
                        terms.scope,
                        terms.separator,
                        terms.organization,
                        terms.team,
                        TokenLife.ending(until)),
                until);
    }

    private Known personal(String text, int subject, Optional<Instant> until) {
        int email = text.indexOf(BETWEEN, subject + 1);
        return new Known(
                hash,
                new LiveToken(
                        new Id.User(text.substring(0, subject)),
                        Optional.of(text.substring(subject + 1, email)),
                        terms.client,
                        new TokenRoot.Grant(new Id.Grant(text.substring(email + 1))),
                        terms.scope,
                        terms.separator,
                        terms.organization,
                        terms.team,
                        new TokenLife.Until(until.orElseThrow())),
                until);
    }

    boolean isOf(SecretHash other) {
        return hash.equals(other);
    }

    boolean isStamped(long now) {
        return stamp == now;
    }

    boolean isAskedFor() {
        return isAskedFor;
    }

    void askedFor(boolean asked) {
        isAskedFor = asked;
    }

    int bytes() {
        return BYTES_BESIDE + packed.length + (isFirstOfTerms ? terms.bytes() : 0);
    }
}
