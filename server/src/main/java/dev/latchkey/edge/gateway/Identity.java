package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.HeaderLines;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.process.BackgroundQueue;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenRoot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * The headers that tell a service behind the gateway who the caller is (rule 4.3).
 *
 * <p>Signing an assertion costs more than the rest of a call. So a signed assertion is used again
 * for a third of its lifetime, and a new one is signed in the background before that ends. The
 * cache contains only what the check of this very call has just read. A token that is expired or
 * revoked fails that check, so its call never gets here.
 */
public final class Identity {
  private static final String RESERVED = "latchkey";
  private static final int CASE_DIFFERENCE = 'a' - 'A';
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final Duration MAX_AGE = Duration.ofSeconds(20);

  /**
   * An assertion is renewed at a random moment in the second half of its use, so that not all are
   * renewed at the same time.
   */
  private static final Duration EARLIEST_RENEWAL = Duration.ofSeconds(10);

  private static final Duration RENEWAL_SPREAD = Duration.ofSeconds(8);
  private static final int CAPACITY = 8_192;

  /**
   * Longer paths are not cached. Callers choose the path, so every entry may have the maximum
   * length.
   */
  private static final int MAX_CACHED_PATH = 512;

  private final Assertions assertions;
  private final RandomGenerator random;
  private final Map<CacheKey, SignedHeaders> cache = new ConcurrentHashMap<>();

  /**
   * Renews assertions in the background. If that fails, a later call finds the assertion too old,
   * signs one itself, and its caller gets the error.
   */
  private final BackgroundQueue renewals = new BackgroundQueue("assertions", Duration.ZERO);

  public Identity(Keyring keyring, RandomGenerator random) {
    this.assertions = new Assertions(keyring, random);
    this.random = random;
  }

  /**
   * The key of a cache entry. If something about a token has changed, the newest headers replace
   * the older ones.
   */
  private record CacheKey(TokenRoot root, String audience, String method, String address) {
    static CacheKey of(Assertions.Statement statement) {
      return new CacheKey(
          statement.caller().root(), statement.audience(), statement.method(), statement.address());
    }
  }

  private record SignedHeaders(
      Assertions.Statement statement,
      HeaderLines headers,
      Instant from,
      Instant renewFrom,
      Instant until,
      AtomicBoolean isRenewing) {
    boolean isValidFor(Assertions.Statement wanted, Instant now) {
      return statement.equals(wanted) && !now.isBefore(from) && now.isBefore(until);
    }
  }

  /**
   * Whether a valid assertion is in the cache. If not, the call leaves the event loop, because
   * signing takes longer than the rest of a call.
   */
  boolean isSigned(Assertions.Statement statement, Instant now) {
    SignedHeaders known = cache.get(CacheKey.of(statement));
    return known != null && known.isValidFor(statement, now);
  }

  HeaderLines headers(Assertions.Statement statement, Instant now) {
    SignedHeaders known = cache.get(CacheKey.of(statement));
    if (known == null || !known.isValidFor(statement, now)) {
      return sign(statement, now).headers;
    }
    if (!now.isBefore(known.renewFrom) && known.isRenewing.compareAndSet(false, true)) {
      renewals.add(() -> sign(statement, now));
    }
    return known.headers;
  }

  private SignedHeaders sign(Assertions.Statement statement, Instant now) {
    Duration rest = EARLIEST_RENEWAL.plusMillis(random.nextLong(RENEWAL_SPREAD.toMillis()));
    var signed =
        new SignedHeaders(
            statement,
            HeaderLines.of(signed(statement, now)),
            now,
            now.plus(rest),
            now.plus(MAX_AGE),
            new AtomicBoolean());
    if (statement.path().length() <= MAX_CACHED_PATH) {
      store(signed);
    }
    return signed;
  }

  private void store(SignedHeaders signed) {
    if (cache.size() >= CAPACITY) {
      cache.clear();
    }
    cache.put(CacheKey.of(signed.statement), signed);
  }

  private List<Header> signed(Assertions.Statement statement, Instant now) {
    List<Header> headers = unsigned(statement.caller());
    headers.add(new Header("Latchkey-Assertion", assertions.sign(statement, now)));
    return headers;
  }

  /**
   * The headers without a signature. A header that does not apply is omitted: a machine has no
   * e-mail address, and a token for a whole organization has no team.
   */
  static List<Header> unsigned(LiveToken caller) {
    var headers = new ArrayList<Header>();
    headers.add(new Header("Latchkey-Subject", caller.subject().value()));
    headers.add(new Header("Latchkey-Subject-Kind", kind(caller.subject())));
    caller.email().ifPresent(email -> headers.add(new Header("Latchkey-Email", encoded(email))));
    caller.team().ifPresent(team -> headers.add(new Header("Latchkey-Team", team.value())));
    headers.add(new Header("Latchkey-Organization", caller.organization().value()));
    headers.add(new Header("Latchkey-Client", caller.client().value()));
    headers.add(new Header("Latchkey-Scope", caller.scope().joined(Scopes.Separator.SPACE)));
    return headers;
  }

  /**
   * Whether only Latchkey may send this header. All names that begin with {@code latchkey} are
   * reserved, also those that may be added later. Case and punctuation are ignored, because many
   * readers do not distinguish {@code _}, {@code .} and {@code -}.
   */
  public static boolean isReserved(String name) {
    int at = 0;
    for (int i = 0; i < name.length() && at < RESERVED.length(); i++) {
      char character = name.charAt(i);
      if (character == RESERVED.charAt(at) || character == RESERVED.charAt(at) - CASE_DIFFERENCE) {
        at++;
      } else if (Character.isLetterOrDigit(character)) {
        return false;
      }
    }
    return at == RESERVED.length();
  }

  private static String kind(Id.Subject subject) {
    return switch (subject) {
      case Id.User _ -> "user";
      case Id.VirtualAdministrator _ -> "virtual-administrator";
    };
  }

  /**
   * Percent-encodes a text for a header. A header is ASCII, so every other byte of the UTF-8 is
   * encoded, and the percent sign too.
   */
  private static String encoded(String text) {
    var encoded = new StringBuilder(text.length());
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (octet > ' ' && octet < 0x7f && octet != '%') {
        encoded.append((char) octet);
      } else {
        encoded.append('%').append(HEX.toHexDigits(octet));
      }
    }
    return encoded.toString();
  }
}
