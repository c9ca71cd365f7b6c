package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.FactorProof;
import dev.latchkey.model.Id;
import dev.latchkey.model.Passkey;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.User;
import dev.latchkey.storage.Passkeys;
import dev.latchkey.storage.Sessions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Asks for passkeys and checks their signatures. Whether a challenge was answered before is decided
 * by the write that marks it as used.
 */
public final class PasskeyCheck {
    /** The field of a form that contains what the authenticator answered. */
    static final String FIELD = "passkey";

    /** The field in which the form for a new passkey carries its challenge. */
    static final String CHALLENGE = "challenge";

    private final WebAuthn webAuthn = new WebAuthn();
    private final PasskeyChallenges challenges;
    private final Passkeys passkeys;
    private final Sessions sessions;

    public PasskeyCheck(PasskeyChallenges challenges, Passkeys passkeys, Sessions sessions) {
        this.challenges = challenges;
        this.passkeys = passkeys;
        this.sessions = sessions;
    }

    /**
     * The options with which a page asks for one of these passkeys, or for any if it names none.
     */
    Optional<String> ask(Request request, PasskeyPurpose purpose, List<Passkey> allowed) {
        if (!WebAuthn.isPossibleAt(request.baseUrl())) {
            return Optional.empty();
        }
        byte[] challenge = challenges.create(purpose, request.moment().at());
        return Optional.of(webAuthn.requestOptions(request.baseUrl(), purpose, allowed, challenge));
    }

    byte[] newChallenge(Request request, PasskeyPurpose purpose) {
        return challenges.create(purpose, request.moment().at());
    }

    /** The challenge that a form carries; empty if it is not one of this purpose. */
    Optional<byte[]> carried(Request request, PasskeyPurpose purpose) {
        Instant now = request.moment().at();
        return request.form()
                .value(CHALLENGE)
                .flatMap(PasskeyCheck::decoded)
                .filter(challenge -> challenges.open(challenge, purpose, now).isPresent());
    }

    private static Optional<byte[]> decoded(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** The options with which a page adds a passkey. */
    String askForNew(Request request, byte[] challenge, User user, List<Passkey> known) {
        return webAuthn.creationOptions(request.baseUrl(), user, known, challenge);
    }

    /** The new passkey in a form; empty if it does not answer this challenge. */
    Optional<WebAuthn.NewKey> created(Request request, byte[] challenge) {
        return request.form()
                .value(FIELD)
                .flatMap(webAuthn::newAnswer)
                .filter(answer -> Arrays.equals(answer.challenge(), challenge))
                .filter(answer -> webAuthn.isSound(answer, request.baseUrl()))
                .map(WebAuthn.NewAnswer::key);
    }

    /** The proof in a form; empty if the signature is not that of a known passkey. */
    Optional<FactorProof.ByPasskey> of(Request request, PasskeyPurpose purpose) {
        return request.form()
                .value(FIELD)
                .flatMap(webAuthn::answer)
                .flatMap(answer -> of(answer, request, purpose));
    }

    private Optional<FactorProof.ByPasskey> of(
            WebAuthn.Answer answer, Request request, PasskeyPurpose purpose) {
        RequestMoment now = request.moment();
        Optional<Id.Form> challenge = challenges.open(answer.challenge(), purpose, now.at());
        if (challenge.isEmpty()) {
            return Optional.empty();
        }
        Optional<Passkey.Key> key = passkeys.find(answer.passkey());
        if (key.isEmpty()) {
            sessions.refused(Optional.empty(), AuditOutcome.PASSKEY_WRONG, now);
            return Optional.empty();
        }
        Passkey.Key known = key.get();
        boolean isSound =
                answer.isOf(known.user())
                        && webAuthn.isSound(answer, known, request.baseUrl(), purpose);
        if (!isSound) {
            sessions.refused(Optional.of(known.user()), AuditOutcome.PASSKEY_WRONG, now);
            return Optional.empty();
        }
        return Optional.of(new FactorProof.ByPasskey(known, answer.counter(), challenge.get()));
    }
}
