package dev.latchkey.storage.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
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
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rule 3.7, tested directly: what may be cached, and from when it is invalid. */
class TokenCacheTest {
  private static final Instant END = Instant.ofEpochSecond(2_000_000_000);

  private final RandomGenerator random = new SplittableRandom(7);
  private final Path shared = Latchkey.temporaryDirectory().resolve("visits");
  private final OtherWriters writers = OtherWriters.open(shared);
  private final ChangeVersions versions = new ChangeVersions(writers);
  private final TokenCache cache = new TokenCache(versions, 1);
  private final CachedToken.Live known = personal();

  @Test
  void a_cached_token_is_found_unchanged() {
    CachedToken organizational = organizational(Optional.of(new Id.Team("team_1")));
    CachedToken widest = organizational(Optional.empty());

    for (CachedToken each : List.of(known, organizational, widest)) {
      cache.keep(each, cache.moment());
      assertThat(cache.find(each.hash())).contains(each);
    }
    assertThat(cache.find(personal().hash())).isEmpty();
  }

  @Test
  void tokens_with_equal_claims_share_one_instance_of_them_and_others_do_not() {
    CachedToken.Live twin = withClaimsOf(known);
    CachedToken.Live other = personal();
    List.of(known, twin, other).forEach(each -> cache.keep(each, cache.moment()));

    SharedClaims shared = sharedBy(known);

    assertThat(twin.token().shared()).isNotSameAs(known.token().shared());
    assertThat(sharedBy(twin)).isSameAs(shared).isEqualTo(known.token().shared());
    assertThat(sharedBy(other)).isNotSameAs(shared);
  }

  private SharedClaims sharedBy(CachedToken.Live kept) {
    return cache
        .find(kept.hash())
        .flatMap(found -> found.liveAt(Instant.EPOCH))
        .orElseThrow()
        .shared();
  }

  private CachedToken.Live withClaimsOf(CachedToken.Live other) {
    SharedClaims claims = other.token().shared();
    LiveToken token = personal().token();
    return new CachedToken.Live(
        Secret.ACCESS.mint(random).hash(),
        new LiveToken(
            token.subject(),
            token.email(),
            token.root(),
            new SharedClaims(
                claims.client(),
                claims.owner(),
                claims.organization(),
                claims.team(),
                claims.scope(),
                claims.separator()),
            token.life()),
        Optional.of(END));
  }

  @Test
  void it_is_invalid_from_before_a_commit_that_changes_it_and_cached_again_after()
      throws Exception {
    cache.keep(known, cache.moment());
    versions.row(known.token().client().value());

    versions.during(() -> {
      assertThat(cache.find(known.hash())).as("under way").isEmpty();
      cache.keep(known, cache.moment());
      assertThat(cache.find(known.hash())).as("read under way").isEmpty();
    });

    assertThat(cache.find(known.hash())).as("afterwards").isEmpty();
    cache.keep(known, cache.moment());
    assertThat(cache.find(known.hash())).contains(known);
  }

  @Test
  void a_value_read_before_a_commit_is_not_cached_after_it() throws Exception {
    ChangeVersions.Moment before = cache.moment();
    versions.row(known.hash());
    versions.during(() -> {});

    cache.keep(known, before);

    assertThat(cache.find(known.hash())).isEmpty();
  }

  @Test
  void a_commit_that_changes_other_rows_does_not_affect_it() throws Exception {
    ChangeVersions.Moment before = cache.moment();
    versions.row(personal().hash());
    versions.during(() -> cache.keep(known, before));

    assertThat(cache.find(known.hash())).contains(known);
  }

  @Test
  void a_commit_that_fails_only_makes_it_read_again() {
    cache.keep(known, cache.moment());
    versions.row(known.hash());

    assertThatThrownBy(() ->
            versions.during(() -> {
              throw new SQLException("the disk is full");
            }))
        .isInstanceOf(SQLException.class);

    assertThat(cache.find(known.hash())).isEmpty();
    cache.keep(known, cache.moment());
    assertThat(cache.find(known.hash())).contains(known);
  }

  @Test
  void an_ended_token_stays_cached() throws Exception {
    var ended = new CachedToken.Ended(known.hash());
    cache.keep(known, cache.moment());
    cache.keep(ended, cache.moment());

    versions.row(ended.hash());
    versions.during(() -> {});

    assertThat(cache.find(ended.hash())).contains(ended);
    assertThat(ended.liveAt(Instant.EPOCH)).isEmpty();
  }

  @Test
  void a_commit_by_another_process_invalidates_everything() throws Exception {
    OtherWriters other = OtherWriters.open(shared);
    cache.keep(known, cache.moment());
    ChangeVersions.Moment before = cache.moment();

    other.during(() -> {
      assertThat(cache.find(known.hash())).as("under way").isEmpty();
      cache.keep(known, cache.moment());
      assertThat(cache.find(known.hash())).as("read under way").isEmpty();
    });

    cache.keep(known, before);
    assertThat(cache.find(known.hash())).as("read before").isEmpty();
    cache.keep(known, cache.moment());
    assertThat(cache.find(known.hash())).contains(known);
  }

  @Test
  void a_commit_of_a_killed_process_is_ended_by_the_next_one() throws Exception {
    OtherWriters killed = OtherWriters.open(shared);
    killed.begin();
    cache.keep(known, cache.moment());
    assertThat(cache.find(known.hash())).isEmpty();

    OtherWriters.open(shared).during(() -> {});

    cache.keep(known, cache.moment());
    assertThat(cache.find(known.hash())).contains(known);
  }

  @Test
  void it_stays_below_its_maximum_size_and_keeps_tokens_in_use() {
    List<CachedToken.Live> favourites = Stream.generate(this::personal).limit(100).toList();
    favourites.forEach(each -> cache.keep(each, cache.moment()));
    int found = 0;
    for (int i = 0; i < 20_000; i++) {
      cache.keep(personal(), cache.moment());
      assertThat(cache.bytes()).isLessThanOrEqualTo(1_048_576);
      if (cache.find(favourites.get(i % 100).hash()).isPresent()) {
        found++;
      }
    }

    assertThat(cache.bytes()).as("and it uses what it may").isGreaterThan(900_000);
    assertThat(found).as("of 20,000").isGreaterThan(15_000);
  }

  /** A token without a free slot would evict another one again and again. */
  @Test
  void all_tokens_are_found_if_there_is_room_for_all() {
    List<CachedToken.Live> all = Stream.generate(() -> withClaimsOf(known)).limit(7_500).toList();

    all.forEach(each -> cache.keep(each, cache.moment()));

    assertThat(all.stream().filter(each -> cache.find(each.hash()).isEmpty())).isEmpty();
  }

  @Test
  void many_callers_find_what_was_cached_or_nothing() throws Exception {
    List<CachedToken.Live> all = Stream.generate(this::personal).limit(4_000).toList();
    var found = new AtomicInteger();

    Crowd.of(
        4,
        i -> {
          var own = new SplittableRandom(i);
          for (int turn = 0; turn < 20_000; turn++) {
            CachedToken.Live one = all.get(own.nextInt(all.size()));
            Optional<CachedToken> kept = cache.find(one.hash());
            if (kept.isPresent()) {
              assertThat(kept).contains(one);
              found.incrementAndGet();
            } else {
              cache.keep(one, cache.moment());
            }
          }
          return true;
        });

    assertThat(found).as("of 80,000, with room for a third of all").hasValueGreaterThan(8_000);
  }

  private CachedToken.Live personal() {
    return new CachedToken.Live(
        Secret.ACCESS.mint(random).hash(),
        new LiveToken(
            Id.USER.draw(random),
            Optional.of("zoë@example.com"),
            new TokenRoot.Grant(Id.GRANT.draw(random)),
            new SharedClaims(
                Id.CLIENT.draw(random),
                Optional.of(Id.USER.draw(random)),
                Id.ORGANIZATION.draw(random),
                Optional.of(Id.TEAM.draw(random)),
                Scopes.parse("read:issue:info write:issue:info"),
                Scopes.Separator.SPACE),
            new TokenLife.Until(END)),
        Optional.of(END));
  }

  private CachedToken.Live organizational(Optional<Id.Team> team) {
    SecretHash hash = Secret.ORGANIZATION.mint(random).hash();
    Optional<Instant> end = team.map(bounded -> END);
    return new CachedToken.Live(
        hash,
        new LiveToken(
            Id.VIRTUAL_ADMINISTRATOR.draw(random),
            Optional.empty(),
            new TokenRoot.Standalone(hash),
            new SharedClaims(
                Id.CLIENT.draw(random),
                Optional.empty(),
                Id.ORGANIZATION.draw(random),
                team,
                Scopes.parse("read:issue:info"),
                Scopes.Separator.COMMA),
            TokenLife.ending(end)),
        end);
  }
}
