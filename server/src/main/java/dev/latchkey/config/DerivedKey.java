package dev.latchkey.config;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Another key, made from the key file for one purpose: however much is encrypted under it, the key
 * file itself is safe. Made at the first use and kept, because every stranger's request uses it.
 */
public final class DerivedKey implements Supplier<byte[]> {
    private final KeyFile file;
    private final String purpose;
    private volatile byte @Nullable [] made;

    public DerivedKey(KeyFile file, String purpose) {
        this.file = file;
        this.purpose = purpose;
    }

    @Override
    public byte[] get() {
        byte[] key = made;
        if (key == null) {
            key = make();
            made = key;
        }
        return key;
    }

    private byte[] make() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(file.read(), "HmacSHA256"));
            return mac.doFinal(("latchkey " + purpose).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
