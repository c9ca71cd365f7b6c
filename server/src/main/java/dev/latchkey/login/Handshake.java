package dev.latchkey.login;

import dev.latchkey.model.CodeChallenge;
import dev.latchkey.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a browser takes along to a provider, all of it made from one secret in its cookie: so the
 * browser that comes back is the one that went, and nothing but a hash is stored. {@code
 * redirectUri}: where the provider sends it back to.
 */
record Handshake(IdentityProvider provider, Secret.Elsewhere key, String redirectUri) {
    String state() {
        return derived("state");
    }

    boolean isState(String sent) {
        return MessageDigest.isEqual(
                state().getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }

    String nonce() {
        return derived("nonce");
    }

    String verifier() {
        return derived("verifier");
    }

    String challenge() {
        return CodeChallenge.ofVerifier(verifier()).orElseThrow().text();
    }

    private String derived(String what) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            byte[] secret = key.reveal().getBytes(StandardCharsets.UTF_8);
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(what.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
