package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.SharedClaims;
import dev.latchkey.model.token.TokenLife;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.sqlite.OtherWriters;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures a look-up in the token cache: of a token that was just looked up, of any of a hundred
 * thousand tokens, and of a token that is not in the cache.
 */
@State(Scope.Benchmark)
public class TokenCacheBenchmark {
  private static final int TOKENS = 100_000;
  private static final int MEGABYTES = 64;
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000_000);
  private static final Instant END = Instant.ofEpochSecond(2_000_000_000);

  private final RandomGenerator random = new SplittableRandom(7);
  private final TokenCache cache =
      new TokenCache(
          new ChangeVersions(
              OtherWriters.open(Path.of(System.getProperty("java.io.tmpdir"), "latchkey-jmh"))),
          MEGABYTES);
  private final List<SecretHash> hashes = new ArrayList<>();
  private final SecretHash never = Secret.ACCESS.mint(random).hash();
  private int next;

  public TokenCacheBenchmark() {
    var shared =
        new SharedClaims(
            Id.CLIENT.draw(random),
            Optional.of(Id.USER.draw(random)),
            Id.ORGANIZATION.draw(random),
            Optional.of(Id.TEAM.draw(random)),
            Scopes.parse("read:issue:info,read:project:info,write:issue:info"),
            Scopes.Separator.COMMA);
    for (int i = 0; i < TOKENS; i++) {
      SecretHash hash = Secret.ACCESS.mint(random).hash();
      hashes.add(hash);
      cache.keep(new CachedToken.Live(hash, token(shared), Optional.of(END)), cache.moment());
    }
  }

  private LiveToken token(SharedClaims shared) {
    return new LiveToken(
        Id.USER.draw(random),
        Optional.of("person@example.com"),
        new TokenRoot.Grant(Id.GRANT.draw(random)),
        shared,
        new TokenLife.Until(END));
  }

  @Benchmark
  public Optional<LiveToken> same() {
    return peek(hashes.getFirst());
  }

  @Benchmark
  public Optional<LiveToken> any() {
    next = (next + 7_919) % TOKENS;
    return peek(hashes.get(next));
  }

  @Benchmark
  public Optional<LiveToken> never() {
    return peek(never);
  }

  private Optional<LiveToken> peek(SecretHash hash) {
    return cache.peek(hash).flatMap(known -> known.liveAt(NOW));
  }
}
