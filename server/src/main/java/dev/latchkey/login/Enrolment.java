package dev.latchkey.login;

import dev.latchkey.model.CodeProof;
import dev.latchkey.model.EnteredCode;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.Occasion;
import dev.latchkey.model.RecoveryCode;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.storage.SecondFactors;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Takes an authenticator app into use. The key on offer waits in the page, sealed for the person
 * and the session to which it was shown: nothing is stored before a code confirms it.
 */
public final class Enrolment {
    private static final int RECOVERY_CODES = 10;

    private final SecondFactors factors;
    private final KeySeal seal;
    private final RandomGenerator dice;

    public Enrolment(SecondFactors factors, KeySeal seal, RandomGenerator dice) {
        this.factors = factors;
        this.seal = seal;
        this.dice = dice;
    }

    sealed interface Outcome {
        record Added(List<RecoveryCode> codes) implements Outcome {}

        record CodeWrong(Offer offer) implements Outcome {}

        enum Refused implements Outcome {
            /** Shown to somebody else, or in another session. */
            NOT_OFFERED,
            THERE_ALREADY
        }
    }

    Offer offer(User user, Secret.Session session, String issuer) {
        return offer(AuthenticatorKey.draw(dice), user, session, issuer);
    }

    Outcome confirm(
            User user,
            Secret.Session session,
            String issuer,
            String sealed,
            String code,
            Occasion now) {
        Optional<AuthenticatorKey> key =
                decoded(sealed)
                        .flatMap(bytes -> seal.open(offered(user, session), bytes))
                        .map(AuthenticatorKey::of);
        if (key.isEmpty()) {
            return Outcome.Refused.NOT_OFFERED;
        }
        Optional<CodeProof.OfStep> proof =
                EnteredCode.ofApp(code).flatMap(entered -> key.get().proof(entered, now.at()));
        if (proof.isEmpty()) {
            return new Outcome.CodeWrong(offer(key.get(), user, session, issuer));
        }
        List<RecoveryCode> codes = recoveryCodes();
        byte[] kept = seal.close(user.id().value(), key.get().bytes());
        return factors.add(user, kept, proof.get(), codes, session, now)
                ? new Outcome.Added(codes)
                : Outcome.Refused.THERE_ALREADY;
    }

    List<RecoveryCode> recoveryCodes() {
        return Stream.generate(() -> RecoveryCode.draw(dice)).limit(RECOVERY_CODES).toList();
    }

    private Offer offer(AuthenticatorKey key, User user, Secret.Session session, String issuer) {
        String address = key.address(issuer, user.email());
        byte[] sealed = seal.close(offered(user, session), key.bytes());
        return new Offer(
                key.reveal(),
                address,
                QrDrawing.of(address),
                Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
    }

    private static String offered(User user, Secret.Session session) {
        return user.id().value() + " offered in " + session.hash().text();
    }

    private static Optional<byte[]> decoded(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException madeUp) {
            return Optional.empty();
        }
    }
}
