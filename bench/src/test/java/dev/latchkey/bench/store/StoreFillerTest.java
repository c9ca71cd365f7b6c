package dev.latchkey.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * The rows that the filler writes are the same as those that the product would write: a server
 * accepts them.
 */
@EachStore.ForClass
@SuppressWarnings("NullAway.Init")
class StoreFillerTest {
  private static final DerivedValues DERIVED = new DerivedValues(1);
  private static final int COUNT = 300;

  private static Latchkey latchkey;
  private static App app;

  @Parameter Store store;

  @BeforeParameterizedClassInvocation
  static void fill(Store store) {
    Latchkey before = Latchkey.start(store);
    Person owner = before.person();
    App appBefore = before.app(owner);
    before.close();
    var commonValues =
        new CommonValues(
            appBefore.credential(), owner.user().teams().getFirst().team(), before.clock.instant());
    try (StoreFiller filler =
        StoreFiller.of(
            before.data(), before.settings().store().database(), commonValues, DERIVED, quiet())) {
      filler.add(Batch.first(Batch.Kind.ACTIVE, COUNT));
      filler.add(new Batch(Batch.Kind.ACTIVE, COUNT, COUNT));
      for (Batch.Kind kind : Batch.Kind.values()) {
        if (kind != Batch.Kind.ACTIVE) {
          filler.add(Batch.first(kind, COUNT));
        }
      }
    }
    latchkey = Latchkey.start(before.settings());
    app = appBefore.at(latchkey.url());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void an_active_token_is_active_and_belongs_to_its_user() {
    for (long i : new long[] {0, COUNT - 1, COUNT, 2 * COUNT - 1}) {
      Answer answer = latchkey.introspect(DERIVED.access(i).reveal());

      assertThat(answer.json().path("active").booleanValue()).isTrue();
      assertThat(answer.json().path("client_id").stringValue()).isEqualTo(app.id());
      assertThat(answer.json().path("sub").stringValue())
          .isEqualTo(DERIVED.user(Batch.user(Batch.Kind.ACTIVE, i)).value());
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
  void an_ended_token_is_inactive() {
    assertThat(latchkey.isActive(DERIVED.access(Batch.Kind.ENDED.number(5)).reveal())).isFalse();
  }

  @Test
  void the_purge_deletes_expired_rows_and_no_others() {
    long expired = Batch.Kind.EXPIRED.number(COUNT - 1);
    assertThat(latchkey.isActive(DERIVED.access(expired).reveal())).isFalse();

    var statistics = new StoreStatistics(latchkey.data(), latchkey.settings().store().database());
    assertThat(statistics.expiredPairs(latchkey.clock.instant())).isEqualTo(COUNT);
    int allDeleted = 0;
    for (int deleted = latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant());
        deleted > 0;
        deleted = latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant())) {
      allDeleted += deleted;
    }

    assertThat(allDeleted).isEqualTo(2 * COUNT);
    assertThat(statistics.expiredPairs(latchkey.clock.instant())).isZero();
    assertThat(statistics.bytes()).isPositive();
    assertThat(latchkey.isActive(DERIVED.access(COUNT - 1).reveal())).isTrue();
  }

  private static PrintStream quiet() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
