package dev.latchkey.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.audit.AuditLimits;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** A server accepts a store at size, and has all its indexes and keys. */
@EachStore.ForClass
@SuppressWarnings("NullAway.Init")
class SizeFillerTest {
  private static final DerivedValues DERIVED = new DerivedValues(1);
  private static final StoreSize SIZE = new StoreSize(4_000, 2_000, 200, 1_000);
  private static final int EXPIRED = 50;

  private static Latchkey latchkey;
  private static SizedValues values;
  private static StorePlace place;
  private static long keysBefore;
  private static long expiredBefore;

  @Parameter Store store;

  @BeforeParameterizedClassInvocation
  static void fill(Store store) {
    Latchkey before = Latchkey.start(store);
    Person owner = before.person();
    App app = before.app(owner);
    before.close();
    place = new StorePlace(before.data(), before.settings().store().database());
    values =
        new SizedValues(
            new CommonValues(
                app.credential(), owner.user().teams().getFirst().team(), before.clock.instant()),
            DERIVED,
            SIZE);
    keysBefore = statistics().indexes();
    var filler = new SizeFiller(place, values, quiet());
    filler.fill();
    filler.addExpired(0, EXPIRED);
    // A server on PostgreSQL drops them when it starts.
    expiredBefore = statistics().expiredRotated(values.commonValues().at());
    latchkey = Latchkey.start(before.settings());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void the_token_of_every_grant_is_active_and_belongs_to_its_person_and_credential() {
    for (long grant = 0; grant < SIZE.grants(); grant += 37) {
      Answer answer = latchkey.introspect(DERIVED.access(grant).reveal());

      assertThat(answer.json().path("active").booleanValue()).isTrue();
      assertThat(answer.json().path("sub").stringValue()).isEqualTo(values.user(grant).value());
      assertThat(answer.json().path("client_id").stringValue())
          .isEqualTo(values.client(grant).value());
    }
  }

  @Test
  void a_pair_can_be_refreshed_and_a_rotated_one_cannot() {
    Tokens fresh = Tokens.of(refresh(3, DERIVED.refresh(3).reveal()));
    long rotated = SizedValues.rotatedPair(4, 0);

    assertThat(latchkey.isActive(fresh.access())).isTrue();
    assertThat(latchkey.isActive(DERIVED.access(3).reveal())).isFalse();
    assertThat(latchkey.isActive(DERIVED.access(rotated).reveal())).isFalse();
    assertThat(refresh(4, DERIVED.refresh(rotated).reveal()).status()).isEqualTo(400);
  }

  private static Answer refresh(long grant, String refresh) {
    return latchkey.form(
        "/oauth2/token",
        "grant_type",
        "refresh_token",
        "client_id",
        values.client(grant).value(),
        "refresh_token",
        refresh);
  }

  @Test
  void the_largest_organization_has_many_times_the_grants_of_the_others() {
    long first = 0;
    for (long grant = 0; grant < SIZE.grants(); grant++) {
      first += values.organizationOfGrant(grant) == 0 ? 1 : 0;
    }

    assertThat(first).isEqualTo(values.grantsOf(0)).isGreaterThan(SIZE.grants() / 2);
  }

  @Test
  void the_store_has_all_its_rows_indexes_and_expired_rows() {
    StoreStatistics statistics = statistics();

    assertThat(statistics.indexes()).isEqualTo(keysBefore);
    Instant now = values.commonValues().at();
    assertThat(expiredBefore).isEqualTo(EXPIRED);
    assertThat(statistics.entriesBefore(now.minus(AuditLimits.DEFAULT.age()))).isEqualTo(EXPIRED);
    assertThat(statistics.bytesOf("pairs")).isGreaterThan(SIZE.grants() * 150);
    assertThat(statistics.bytesOf("rotated_refresh")).isGreaterThan(SIZE.grants() * 60);
    assertThat(statistics.rotatedThatExpire(now, now.plusSeconds(86_400 * 31)))
        .isGreaterThanOrEqualTo(SIZE.pairs() - SIZE.grants());
  }

  private static StoreStatistics statistics() {
    return new StoreStatistics(place.data(), place.database());
  }

  private static PrintStream quiet() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
