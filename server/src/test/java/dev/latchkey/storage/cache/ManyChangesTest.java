package dev.latchkey.storage.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.MeasuresTime;
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
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How many tokens are still cached after ten minutes in which 1,157 other rows change each second.
 * That is the rate of refreshes of 100 million tokens that are refreshed once a day.
 */
@MeasuresTime
class ManyChangesTest {
  private static final int CHANGES = 694_000;

  /** What a heap of 320 MB has room for. */
  private static final int CAPACITY = 1 << 18;

  private final RandomGenerator random = new SplittableRandom(7);
  private final ChangeVersions versions =
      new ChangeVersions(
          OtherWriters.open(Latchkey.temporaryDirectory().resolve("visits")), CAPACITY);
  private final TokenCache cache = new TokenCache(versions, 4);
  private final List<CachedToken.Live> tokens = Stream.generate(this::token).limit(5_000).toList();

  enum Changed {
    TOKEN,
    /** Grants, credentials, people and teams. */
    NAMED;

    void report(ChangeVersions versions, RandomGenerator random) {
      switch (this) {
        case TOKEN -> {
          var hash = new byte[SecretHash.BYTES];
          random.nextBytes(hash);
          versions.row(SecretHash.stored(hash));
        }
        case NAMED -> versions.row("grant_" + random.nextLong());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void unchanged_tokens_stay_cached_while_this_process_changes_others(Changed changed)
      throws SQLException {
    cacheAll();

    for (int i = 0; i < CHANGES; i++) {
      changed.report(versions, random);
      versions.during(() -> {});
    }

    assertThat(cached()).isGreaterThanOrEqualTo(0.99);
  }

  @ParameterizedTest
  @EnumSource
  void unchanged_tokens_stay_cached_while_other_processes_change_others(Changed changed) {
    cacheAll();

    for (int i = 0; i < CHANGES; i += 10) {
      for (int row = 0; row < 10; row++) {
        changed.report(versions, random);
      }
      versions.mark();
    }

    assertThat(cached()).isGreaterThanOrEqualTo(0.99);
  }

  @Test
  void a_changed_token_is_never_found_again_however_many_changes_follow() throws SQLException {
    CachedToken.Live token = tokens.getFirst();
    ChangeVersions.Moment before = cache.moment();
    cache.keep(token, before);
    versions.row(token.hash());
    versions.during(() -> {});

    for (int i = 0; i < 3 * CAPACITY; i++) {
      Changed.TOKEN.report(versions, random);
      versions.mark();
    }

    assertThat(cache.find(token.hash())).isEmpty();
    cache.keep(token, before);
    assertThat(cache.find(token.hash())).as("read before the change").isEmpty();
    cache.keep(token, cache.moment());
    assertThat(cache.find(token.hash())).contains(token);
  }

  @Test
  void a_commit_with_more_rows_than_are_remembered_invalidates_everything() throws SQLException {
    cacheAll();
    ChangeVersions.Moment before = cache.moment();
    for (int i = 0; i < CAPACITY + 1_000; i++) {
      Changed.NAMED.report(versions, random);
    }

    versions.during(() -> {
      cacheAll();
      assertThat(cached()).as("read under way").isZero();
    });

    assertThat(cached()).isZero();
    tokens.forEach(token -> cache.keep(token, before));
    assertThat(cached()).as("read before").isZero();
    cacheAll();
    assertThat(cached()).isEqualTo(1);
  }

  private void cacheAll() {
    tokens.forEach(token -> cache.keep(token, cache.moment()));
  }

  private double cached() {
    long found = tokens.stream().filter(token -> cache.find(token.hash()).isPresent()).count();
    return (double) found / tokens.size();
  }

  private CachedToken.Live token() {
    Instant end = Instant.ofEpochSecond(2_000_000_000);
    return new CachedToken.Live(
        Secret.ACCESS.mint(random).hash(),
        new LiveToken(
            Id.USER.draw(random),
            Optional.of("mei@example.com"),
            new TokenRoot.Grant(Id.GRANT.draw(random)),
            new SharedClaims(
                new Id.Client("app_one"),
                Optional.of(new Id.User("user_owner")),
                new Id.Organization("org_one"),
                Optional.of(new Id.Team("team_one")),
                Scopes.parse("read:issue:info"),
                Scopes.Separator.COMMA),
            new TokenLife.Until(end)),
        Optional.of(end));
  }
}
