package dev.latchkey.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Answer;
import dev.latchkey.harness.App;
import dev.latchkey.harness.EachStore;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Store;
import dev.latchkey.harness.Tokens;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** What is filled past the product is what the product would have made: a server accepts it. */
@ParameterizedClass
@EachStore
@SuppressWarnings("NullAway.Init")
class FillingTest {
    private static final Derived DERIVED = new Derived(1);
    private static final int COUNT = 300;

    private static Latchkey latchkey;
    private static App app;

    @Parameter Store store;

    @BeforeParameterizedClassInvocation
    static void fill(Store store) {
        Latchkey before = Latchkey.start(store);
        Person owner = before.person();
        App there = before.app(owner);
        before.close();
        var home =
                new Home(
                        there.credential(),
                        owner.user().teams().getFirst().team(),
                        before.clock.instant());
        try (Filling filling =
                Filling.of(before.data(), before.settings().database(), home, DERIVED, quiet())) {
            filling.add(Batch.first(Batch.Kind.LIVE, COUNT));
            filling.add(new Batch(Batch.Kind.LIVE, COUNT, COUNT));
            for (Batch.Kind kind : Batch.Kind.values()) {
                if (kind != Batch.Kind.LIVE) {
                    filling.add(Batch.first(kind, COUNT));
                }
            }
        }
        latchkey = Latchkey.start(before.settings());
        app = there.at(latchkey.url());
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        latchkey.close();
    }

    @Test
    void a_live_token_is_live_and_its_user_s() {
        for (long i : new long[] {0, COUNT - 1, COUNT, 2 * COUNT - 1}) {
            Answer answer = latchkey.introspect(DERIVED.access(i).reveal());

            assertThat(answer.json().path("active").booleanValue()).isTrue();
            assertThat(answer.json().path("client_id").stringValue()).isEqualTo(app.id());
            assertThat(answer.json().path("sub").stringValue())
                    .isEqualTo(DERIVED.user(Batch.user(Batch.Kind.LIVE, i)).value());
            assertThat(answer.json().path("scope").stringValue()).isEqualTo(Latchkey.SCOPE);
        }
    }

    @Test
    void a_spare_pair_can_be_rotated_and_revoked() {
        long number = Batch.Kind.SPARE.number(3);
        Tokens fresh = Tokens.of(app.refresh(DERIVED.refresh(number).reveal()));

        assertThat(latchkey.isActive(DERIVED.access(number).reveal())).isFalse();
        assertThat(latchkey.isActive(fresh.access())).isTrue();
        assertThat(app.revoke(fresh.access()).body()).isEqualTo("{}");
        assertThat(latchkey.isActive(fresh.access())).isFalse();
    }

    @Test
    void a_code_can_be_exchanged_once() {
        String code = DERIVED.code(Batch.Kind.CODE.number(COUNT - 1)).reveal();

        assertThat(latchkey.isActive(Tokens.of(app.redeem(code)).access())).isTrue();
        assertThat(app.redeem(code).status()).isEqualTo(400);
    }

    @Test
    void an_ended_token_is_dead() {
        assertThat(latchkey.isActive(DERIVED.access(Batch.Kind.ENDED.number(5)).reveal()))
                .isFalse();
    }

    @Test
    void the_purge_takes_what_has_expired_and_nothing_else() {
        long expired = Batch.Kind.EXPIRED.number(COUNT - 1);
        assertThat(latchkey.isActive(DERIVED.access(expired).reveal())).isFalse();

        var census = new Census(latchkey.data(), latchkey.settings().database());
        assertThat(census.expiredPairs(latchkey.clock.instant())).isEqualTo(COUNT);
        int gone = 0;
        for (int bite = latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant());
                bite > 0;
                bite =
                        latchkey.stores()
                                .operation()
                                .purge()
                                .deleteBatch(latchkey.clock.instant())) {
            gone += bite;
        }

        assertThat(gone).isEqualTo(2 * COUNT);
        assertThat(census.expiredPairs(latchkey.clock.instant())).isZero();
        assertThat(census.bytes()).isPositive();
        assertThat(latchkey.isActive(DERIVED.access(COUNT - 1).reveal())).isTrue();
    }

    private static PrintStream quiet() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }
}
