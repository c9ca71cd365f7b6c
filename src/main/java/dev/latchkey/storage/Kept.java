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
import org.jspecify.annotations.Nullable;

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

    private static final byte[] NOTHING = {};

    private final SecretHash hash;

    /** None of a token that has ended. */
    private final @Nullable Terms terms;

    private final byte[] packed;
    private final long stamp;
    private final long end;
    private final boolean isFirstOfTerms;
    private boolean isAskedFor;

    /** {@code terms}: those of the token, or equal ones that are there already. */
    Kept(Known.Live known, Terms terms, boolean isFirstOfTerms, long stamp) {
        this.hash = known.hash();
        this.terms = terms;
        this.packed = packed(known.token());
        this.stamp = stamp;
        this.end = known.end().map(Instant::toEpochMilli).orElse(NEVER);
        this.isFirstOfTerms = isFirstOfTerms;
    }

    Kept(Known.Ended known) {
        this.hash = known.hash();
        this.terms = null;
        this.packed = NOTHING;
        this.stamp = 0;
        this.end = NEVER;
        this.isFirstOfTerms = false;
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
        if (terms == null) {
            return new Known.Ended(hash);
        }
        String text = new String(packed, StandardCharsets.UTF_8);
        int subject = text.indexOf(BETWEEN);
        Optional<Instant> until =
                end == NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end));
        LiveToken token =
                subject < 0
                        ? organizational(text, terms, until)
                        : personal(text, subject, terms, until.orElseThrow());
        return new Known.Live(hash, token, until);
    }

    private LiveToken organizational(String subject, Terms common, Optional<Instant> until) {
        return new LiveToken(
                new Id.VirtualAdministrator(subject),
                Optional.empty(),
                common.client,
                new TokenRoot.Itself(hash),
                common.scope,
                common.separator,
                common.organization,
                common.team,
                TokenLife.ending(until));
    }

    private static LiveToken personal(String text, int subject, Terms common, Instant until) {
        int email = text.indexOf(BETWEEN, subject + 1);
        return new LiveToken(
                new Id.User(text.substring(0, subject)),
                Optional.of(text.substring(subject + 1, email)),
                common.client,
                new TokenRoot.Grant(new Id.Grant(text.substring(email + 1))),
                common.scope,
                common.separator,
                common.organization,
                common.team,
                new TokenLife.Until(until));
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
        return BYTES_BESIDE + packed.length + (terms != null && isFirstOfTerms ? terms.bytes() : 0);
    }
}
