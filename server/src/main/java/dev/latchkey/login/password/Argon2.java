package dev.latchkey.login.password;

import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.process.TooBusy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hashes passwords with Argon2id. Hashing has its own threads, for half of the processors, with a
 * low priority. On the threads of requests, every token check would have to wait for sign-ins.
 * Callers have waited for their turn in {@link Passwords}.
 */
public final class Argon2 {
  static final int PARALLEL = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  private static final int LANES = 1;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  /** The library needs a few blocks for itself. */
  private static final int BLOCKS = PARALLEL * (HashCost.STANDARD.memoryKib() + 16);

  private static final Pattern PHC =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

  private static final ExecutorService HASHING =
      Executors.newFixedThreadPool(PARALLEL, Argon2::thread);

  /**
   * The memory is used again for each hash. Allocating 19 MiB for each sign-in would keep the
   * garbage collector busy.
   */
  private static final Argon2BytesGenerator.BlockPool MEMORY =
      new Argon2BytesGenerator.FixedBlockPool(BLOCKS);

  private final LongAdder hashed = new LongAdder();

  private final RandomGenerator random;
  private final HashCost cost;

  /** A hash in the usual form that belongs to no password: it is all zeros. */
  private final PasswordHash noPassword;

  Argon2(RandomGenerator random, HashCost cost) {
    this.random = random;
    this.cost = cost;
    this.noPassword = phc(new byte[SALT_BYTES], new byte[HASH_BYTES]);
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform()
        .daemon()
        .name("passwords")
        .unstarted(() -> {
          LowPriorityThreads.addCurrent();
          work.run();
        });
  }

  PasswordHash hash(String password) {
    var salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return phc(salt, argon2(password, parameters(salt, cost, LANES), HASH_BYTES));
  }

  private PasswordHash phc(byte[] salt, byte[] hash) {
    var base64 = Base64.getEncoder().withoutPadding();
    return new PasswordHash(
        "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
            .formatted(
                cost.memoryKib(),
                cost.passes(),
                LANES,
                base64.encodeToString(salt),
                base64.encodeToString(hash)));
  }

  boolean matches(String password, PasswordHash known) {
    Matcher phc = PHC.matcher(known.text());
    if (!phc.matches()) {
      throw new IllegalStateException("not an Argon2id hash");
    }
    byte[] expected = Base64.getDecoder().decode(phc.group(5));
    var stored = new HashCost(Integer.parseInt(phc.group(1)), Integer.parseInt(phc.group(2)));
    byte[] salt = Base64.getDecoder().decode(phc.group(4));
    var parameters = parameters(salt, stored, Integer.parseInt(phc.group(3)));
    byte[] computed = argon2(password, parameters, expected.length);
    return MessageDigest.isEqual(expected, computed);
  }

  /**
   * Takes as long as a comparison with a real account, so that the time does not show which
   * accounts exist.
   */
  void pretend(String password) {
    matches(password, noPassword);
  }

  private static Argon2Parameters parameters(byte[] salt, HashCost cost, int lanes) {
    return new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
        .withSalt(salt)
        .withMemoryAsKB(cost.memoryKib())
        .withIterations(cost.passes())
        .withParallelism(lanes)
        .withBlockPool(MEMORY)
        .build();
  }

  private byte[] argon2(String password, Argon2Parameters parameters, int bytes) {
    try {
      return HASHING.submit(() -> compute(password, parameters, bytes)).get();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new TooBusy("interrupted while a password was hashed");
    } catch (ExecutionException broken) {
      throw new IllegalStateException("a password could not be hashed", broken.getCause());
    }
  }

  /** How many passwords were hashed here, to store or to compare them. */
  long hashed() {
    return hashed.sum();
  }

  private byte[] compute(String password, Argon2Parameters parameters, int bytes) {
    hashed.increment();
    var generator = new Argon2BytesGenerator();
    generator.init(parameters);
    var hash = new byte[bytes];
    generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
    return hash;
  }
}
