package dev.latchkey.config;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A key that is derived from the key file for one purpose. However much data is encrypted with it,
 * the key file itself is not exposed. The key is derived at the first use and then kept in memory,
 * because requests of strangers use it as well.
 */
public final class DerivedKey implements Supplier<byte[]> {
    private final KeyFile file;
    private final String purpose;
    private volatile byte @Nullable [] derived;

    public DerivedKey(KeyFile file, String purpose) {
        this.file = file;
        this.purpose = purpose;
    }

    @Override
    public byte[] get() {
        byte[] key = derived;
        if (key == null) {
            key = derive();
            derived = key;
        }
        return key;
    }

    private byte[] derive() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(file.read(), "HmacSHA256"));
            return mac.doFinal(("latchkey " + purpose).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
