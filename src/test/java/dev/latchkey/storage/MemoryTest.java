package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.Secret;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
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

/** Decision 3.7, seen from inside: what may be kept, and from when on it is void. */
class MemoryTest {
    private static final Instant END = Instant.ofEpochSecond(2_000_000_000);

    private final RandomGenerator dice = new SplittableRandom(7);
    private final Path shared = Latchkey.temporaryDirectory().resolve("visits");
    private final Visits visits = Visits.open(shared);
    private final Touched touched = new Touched(visits);
    private final Memory memory = new Memory(touched, 1);
    private final Known.Live known = personal();

    @Test
    void what_was_kept_is_found_as_it_was() {
        Known organizational = organizational(Optional.of(new Id.Team("team_1")));
        Known widest = organizational(Optional.empty());

        for (Known each : List.of(known, organizational, widest)) {
            memory.keep(each, memory.moment());
            assertThat(memory.find(each.hash())).contains(each);
        }
        assertThat(memory.find(personal().hash())).isEmpty();
    }

    @Test
    void tokens_with_equal_claims_share_one_instance_of_them_and_others_do_not() {
        Known.Live twin = withClaimsOf(known);
        Known.Live other = personal();
        List.of(known, twin, other).forEach(each -> memory.keep(each, memory.moment()));

        SharedClaims shared = sharedBy(known);

        assertThat(twin.token().shared()).isNotSameAs(known.token().shared());
        assertThat(sharedBy(twin)).isSameAs(shared).isEqualTo(known.token().shared());
        assertThat(sharedBy(other)).isNotSameAs(shared);
    }

    private SharedClaims sharedBy(Known.Live kept) {
        return memory.find(kept.hash())
                .flatMap(found -> found.liveAt(Instant.EPOCH))
                .orElseThrow()
                .shared();
    }

    private Known.Live withClaimsOf(Known.Live other) {
        SharedClaims claims = other.token().shared();
        LiveToken token = personal().token();
        return new Known.Live(
                Secret.ACCESS.mint(dice).hash(),
                new LiveToken(
                        token.subject(),
                        token.email(),
                        token.root(),
                        new SharedClaims(
                                claims.client(),
                                claims.organization(),
                                claims.team(),
                                claims.scope(),
                                claims.separator()),
                        token.life()),
                Optional.of(END));
    }

    @Test
    void it_is_void_from_before_a_commit_that_touches_it_and_read_again_after() throws Exception {
        memory.keep(known, memory.moment());
        touched.row(known.token().client().value());

        touched.during(() -> {
            assertThat(memory.find(known.hash())).as("under way").isEmpty();
            memory.keep(known, memory.moment());
            assertThat(memory.find(known.hash())).as("read under way").isEmpty();
        });

        assertThat(memory.find(known.hash())).as("afterwards").isEmpty();
        memory.keep(known, memory.moment());
        assertThat(memory.find(known.hash())).contains(known);
    }

    @Test
    void what_was_read_before_a_commit_is_not_kept_after_it() throws Exception {
        Touched.Moment before = memory.moment();
        touched.row(known.hash());
        touched.during(() -> {});

        memory.keep(known, before);

        assertThat(memory.find(known.hash())).isEmpty();
    }

    @Test
    void a_commit_that_touches_others_leaves_it_alone() throws Exception {
        Touched.Moment before = memory.moment();
        touched.row(personal().hash());
        touched.during(() -> memory.keep(known, before));

        assertThat(memory.find(known.hash())).contains(known);
    }

    @Test
    void a_commit_that_fails_only_makes_it_read_again() {
        memory.keep(known, memory.moment());
        touched.row(known.hash());

        assertThatThrownBy(() ->
                        touched.during(() -> {
                            throw new SQLException("the disk is full");
                        }))
                .isInstanceOf(SQLException.class);

        assertThat(memory.find(known.hash())).isEmpty();
        memory.keep(known, memory.moment());
        assertThat(memory.find(known.hash())).contains(known);
    }

    @Test
    void what_has_ended_is_kept_for_good() throws Exception {
        var ended = new Known.Ended(known.hash());
        memory.keep(known, memory.moment());
        memory.keep(ended, memory.moment());

        touched.row(ended.hash());
        touched.during(() -> {});

        assertThat(memory.find(ended.hash())).contains(ended);
        assertThat(ended.liveAt(Instant.EPOCH)).isEmpty();
    }

    @Test
    void a_visit_by_another_process_voids_everything() throws Exception {
        Visits visitor = Visits.open(shared);
        memory.keep(known, memory.moment());
        Touched.Moment before = memory.moment();

        visitor.during(() -> {
            assertThat(memory.find(known.hash())).as("under way").isEmpty();
            memory.keep(known, memory.moment());
            assertThat(memory.find(known.hash())).as("read under way").isEmpty();
        });

        memory.keep(known, before);
        assertThat(memory.find(known.hash())).as("read before").isEmpty();
        memory.keep(known, memory.moment());
        assertThat(memory.find(known.hash())).contains(known);
    }

    @Test
    void a_visitor_that_was_killed_is_ended_by_the_next() throws Exception {
        Visits killed = Visits.open(shared);
        killed.begin();
        memory.keep(known, memory.moment());
        assertThat(memory.find(known.hash())).isEmpty();

        Visits.open(shared).during(() -> {});

        memory.keep(known, memory.moment());
        assertThat(memory.find(known.hash())).contains(known);
    }

    @Test
    void it_holds_no_more_than_its_bound_and_keeps_what_is_asked_for() {
        List<Known.Live> favourites = Stream.generate(this::personal).limit(100).toList();
        favourites.forEach(each -> memory.keep(each, memory.moment()));
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            memory.keep(personal(), memory.moment());
            assertThat(memory.bytes()).isLessThanOrEqualTo(1_048_576);
            if (memory.find(favourites.get(i % 100).hash()).isPresent()) {
                found++;
            }
        }

        assertThat(memory.bytes()).as("and it uses what it may").isGreaterThan(900_000);
        assertThat(found).as("of 20,000").isGreaterThan(15_000);
    }

    @Test
    void many_at_once_find_what_was_kept_or_nothing() throws Exception {
        List<Known.Live> all = Stream.generate(this::personal).limit(4_000).toList();
        var found = new AtomicInteger();

        Crowd.of(
                4,
                i -> {
                    var own = new SplittableRandom(i);
                    for (int turn = 0; turn < 20_000; turn++) {
                        Known.Live one = all.get(own.nextInt(all.size()));
                        Optional<Known> kept = memory.find(one.hash());
                        if (kept.isPresent()) {
                            assertThat(kept).contains(one);
                            found.incrementAndGet();
                        } else {
                            memory.keep(one, memory.moment());
                        }
                    }
                    return true;
                });

        assertThat(found).as("of 80,000, with room for a third of all").hasValueGreaterThan(8_000);
    }

    private Known.Live personal() {
        return new Known.Live(
                Secret.ACCESS.mint(dice).hash(),
                new LiveToken(
                        Id.USER.draw(dice),
                        Optional.of("zoë@example.com"),
                        new TokenRoot.Grant(Id.GRANT.draw(dice)),
                        new SharedClaims(
                                Id.CLIENT.draw(dice),
                                Id.ORGANIZATION.draw(dice),
                                Optional.of(Id.TEAM.draw(dice)),
                                Scopes.parse("read:issue:info write:issue:info"),
                                Scopes.Separator.SPACE),
                        new TokenLife.Until(END)),
                Optional.of(END));
    }

    private Known.Live organizational(Optional<Id.Team> team) {
        SecretHash hash = Secret.ORGANIZATION.mint(dice).hash();
        Optional<Instant> end = team.map(bounded -> END);
        return new Known.Live(
                hash,
                new LiveToken(
                        Id.VIRTUAL_ADMINISTRATOR.draw(dice),
                        Optional.empty(),
                        new TokenRoot.Itself(hash),
                        new SharedClaims(
                                Id.CLIENT.draw(dice),
                                Id.ORGANIZATION.draw(dice),
                                team,
                                Scopes.parse("read:issue:info"),
                                Scopes.Separator.COMMA),
                        TokenLife.ending(end)),
                end);
    }
}
