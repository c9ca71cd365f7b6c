package dev.latchkey.login;

import dev.latchkey.model.PasswordHash;
import dev.latchkey.model.StorageFault;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Argon2id at 19 MiB and two passes (decision 5.2). At most one hash a core runs at a time: more
 * would only make each slower and fill the heap, so whoever waits too long is told to come back.
 */
public final class Passwords {
    private static final int PASSES = 2;
    private static final int MEMORY_KIB = 19_456;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final long PATIENCE_SECONDS = 5;
    private static final Pattern PHC =
            Pattern.compile(
                    "\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    private final RandomGenerator dice;
    private final Semaphore gate = new Semaphore(Runtime.getRuntime().availableProcessors(), true);
    private final PasswordHash nobody;

    public Passwords(RandomGenerator dice) {
        this.dice = dice;
        this.nobody = hash("nobody has this password");
    }

    public PasswordHash hash(String password) {
        var salt = new byte[SALT_BYTES];
        dice.nextBytes(salt);
        byte[] hash = argon2(password, salt, MEMORY_KIB, PASSES, LANES, HASH_BYTES);
        var base64 = Base64.getEncoder().withoutPadding();
        return new PasswordHash(
                "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                        .formatted(
                                MEMORY_KIB,
                                PASSES,
                                LANES,
                                base64.encodeToString(salt),
                                base64.encodeToString(hash)));
    }

    public boolean matches(String password, PasswordHash known) {
        Matcher phc = PHC.matcher(known.text());
        if (!phc.matches()) {
            throw new IllegalStateException("not an Argon2id hash");
        }
        byte[] expected = Base64.getDecoder().decode(phc.group(5));
        byte[] computed =
                argon2(
                        password,
                        Base64.getDecoder().decode(phc.group(4)),
                        Integer.parseInt(phc.group(1)),
                        Integer.parseInt(phc.group(2)),
                        Integer.parseInt(phc.group(3)),
                        expected.length);
        return MessageDigest.isEqual(expected, computed);
    }

    /**
     * Costs as much as a comparison with a real account, so that time does not tell which accounts
     * exist.
     */
    public void pretend(String password) {
        matches(password, nobody);
    }

    private byte[] argon2(
            String password, byte[] salt, int memoryKib, int passes, int lanes, int bytes) {
        try {
            if (!gate.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new StorageFault("too many sign-ins at once");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new StorageFault("interrupted while a sign-in waited", stopping);
        }
        try {
            var generator = new Argon2BytesGenerator();
            generator.init(
                    new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                            .withSalt(salt)
                            .withMemoryAsKB(memoryKib)
                            .withIterations(passes)
                            .withParallelism(lanes)
                            .build());
            var hash = new byte[bytes];
            generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
            return hash;
        } finally {
            gate.release();
        }
    }
}
