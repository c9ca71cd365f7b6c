package dev.latchkey.page;

import dev.latchkey.model.Language;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Session;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.User;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Who is at the browser. {@code formToken} stands in every form and proves that the form was ours
 * and for this person. {@code address} is that of the page, if it can be shown a second time: what
 * answers a form cannot.
 */
public record Visitor(
        Secret.Browser browser,
        Optional<Secret.Session> key,
        Optional<Session> session,
        String formToken,
        Language language,
        Optional<String> address) {

    static Visitor of(
            Secret.Browser browser,
            Optional<Secret.Session> key,
            Optional<Session> session,
            Language language,
            Optional<String> address) {
        String bound =
                browser.reveal() + (session.isPresent() ? key.map(Secret::reveal).orElse("") : "");
        return new Visitor(browser, key, session, keyed(bound), language, address);
    }

    /** The same person, whose password was right again at this moment. */
    Visitor confirmed(Secret.Session newKey, Instant now) {
        Optional<Session> again = session.map(before -> before.confirmed(now));
        return of(browser, Optional.of(newKey), again, language, address);
    }

    /** What moves that the person asks for are bound to. */
    public Optional<SignedIn> signedIn() {
        return session.flatMap(open ->
                key.map(known -> new SignedIn(known.hash(), open.user().id(), open.version())));
    }

    public Optional<User> user() {
        return session.map(Session::user);
    }

    boolean sent(String token) {
        return MessageDigest.isEqual(
                formToken.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Visitor[" + user().map(User::id) + "]";
    }

    private static String keyed(String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal("form".getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
