package dev.latchkey.storage.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.RecordedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls are found in their order, whatever blocks they are in, and are kept within bounds. */
class CallBlocksTest extends OnBothStores {
  private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");
  private static final CallLimits LIMITS = new CallLimits(1_000, 30, 1_000);

  private final RandomGenerator random = new SplittableRandom(7);
  private final Id.Organization acme = Id.ORGANIZATION.draw(random());
  private final Id.Organization other = Id.ORGANIZATION.draw(random());
  private final List<Id.Client> apps =
      IntStream.range(0, 5).mapToObj(i -> Id.CLIENT.draw(random())).toList();
  private final CallStores stores = latchkey.stores().operation().calls();

  /** Ids of one test are never those of another. */
  private static RandomGenerator random() {
    return ThreadLocalRandom.current();
  }

  @Test
  void calls_of_many_credentials_and_nodes_come_in_their_order() {
    List<RecordedCall> calls = some(700, Duration.ofMinutes(3));
    inBlocks(calls);

    assertThat(all(CallSearch.of(new CallSearch.Of.Organization(acme)), 7)).isEqualTo(calls);
  }

  @Test
  void each_filter_finds_exactly_the_calls_that_have_it() {
    List<RecordedCall> calls = some(400, Duration.ofHours(2));
    inBlocks(calls);
    CallSearch.Filter none = CallSearch.Filter.NONE;
    Map<CallSearch.Filter, Predicate<RecordedCall>> filters =
        Map.of(
            none,
            call -> true,
            only(CallReason.MISSING_SCOPE),
            call -> call.decision().reason().equals(Optional.of(CallReason.MISSING_SCOPE)),
            ofStatus(4),
            call -> call.decision().status() / 100 == 4,
            ofStatus(200),
            call -> call.decision().status() == 200,
            from("192.0.2.3"),
            call -> call.origin().address().equals("192.0.2.3"));

    filters.forEach((filter, has) ->
        assertThat(all(CallSearch.of(new CallSearch.Of.Organization(acme)).with(filter), 50))
            .as(filter.toString())
            .isEqualTo(calls.stream().filter(has).toList()));
  }

  @Test
  void calls_of_one_organization_are_not_found_by_another() {
    RecordedCall call = call(apps.getFirst(), NOON, 403);
    stores.blocks().write(List.of(call));

    assertThat(stores.blocks().find(new CallSearch.Of.Organization(acme), call.id()))
        .contains(call);
    assertThat(stores.blocks().find(new CallSearch.Of.Organization(other), call.id())).isEmpty();
    assertThat(stores.blocks().find(new CallSearch.Of.Credential(apps.getLast()), call.id()))
        .isEmpty();
  }

  @Test
  void a_search_that_has_read_enough_ends_and_goes_on_where_it_ended() {
    Id.Client busy = apps.getFirst();
    RecordedCall oldest = call(busy, NOON.minusSeconds(1), 500);
    stores.blocks().write(List.of(oldest));
    stores.blocks().write(IntStream.range(0, 60_000).mapToObj(i -> call(busy, NOON, 502)).toList());
    CallSearch search = CallSearch.of(new CallSearch.Of.Credential(busy)).with(ofStatus(500));

    CallBlocks.Found first = stores.blocks().page(search, Optional.empty(), 10);

    assertThat(first.calls()).isEmpty();
    assertThat(first.isFull()).isFalse();
    assertThat(all(search, 10)).containsExactly(oldest);
  }

  @Test
  void the_newest_calls_of_a_credential_are_kept_in_fewer_blocks() {
    Id.Client app = apps.getFirst();
    List<RecordedCall> calls =
        IntStream.range(0, 1_500)
            .mapToObj(i -> call(app, NOON.minusMillis(100L * i), 200))
            .toList();
    calls.forEach(call -> stores.blocks().write(List.of(call)));

    stores.retention().settle(app, LIMITS, NOON.plusSeconds(3_600));

    assertThat(all(CallSearch.of(new CallSearch.Of.Credential(app)), 100))
        .isEqualTo(calls.subList(0, LIMITS.calls()));
    assertThat(blocks(app)).isLessThan(10);
  }

  @Test
  void calls_that_are_too_old_are_deleted_and_others_are_not() {
    Id.Client app = apps.getFirst();
    Instant now = latchkey.clock.instant();
    RecordedCall young = call(app, now.minus(Duration.ofDays(29)), 200);
    stores.blocks().write(List.of(young, call(app, now.minus(Duration.ofDays(31)), 200)));

    stores.retention().deleteOld(LIMITS, now);

    assertThat(all(CallSearch.of(new CallSearch.Of.Credential(app)), 10)).containsExactly(young);
  }

  @Test
  void the_oldest_calls_are_deleted_when_all_of_them_take_too_much() {
    Instant first = Instant.parse("2020-01-01T00:00:00Z");
    for (int i = 0; i < 3_000; i++) {
      stores.blocks().write(List.of(call(apps.getFirst(), first.plusSeconds(i), 200)));
    }
    var small = new CallLimits(1_000, 30, 1);

    assertThat(stores.retention().deleteBeyondBound(small)).isPositive();

    assertThat(stores.retention().bytes()).isLessThanOrEqualTo(small.bytes());
  }

  @Test
  void a_damaged_block_has_no_calls_and_hides_no_others() {
    RecordedCall sound = call(apps.getFirst(), NOON, 200);
    stores.blocks().write(List.of(sound));
    stores.blocks().write(List.of(call(apps.getFirst(), NOON.plusSeconds(90), 200)));
    latchkey
        .installation()
        .database()
        .run(sql ->
            sql.update(
                "UPDATE call_blocks SET content = ? WHERE client_id = ? AND last_at > ?",
                new byte[] {1, 2, 3},
                apps.getFirst(),
                NOON));

    assertThat(all(CallSearch.of(new CallSearch.Of.Credential(apps.getFirst())), 10))
        .containsExactly(sound);
  }

  /** Writes them in some order, as nodes do that write at different times. */
  private void inBlocks(List<RecordedCall> calls) {
    var shuffled = new ArrayList<>(calls);
    Collections.shuffle(shuffled, Random.from(random));
    for (int from = 0; from < shuffled.size(); from += 90) {
      stores.blocks().write(shuffled.subList(from, Math.min(shuffled.size(), from + 90)));
    }
  }

  /** The newest first. */
  private List<RecordedCall> some(int number, Duration within) {
    return IntStream.range(0, number)
        .mapToObj(i ->
            call(
                apps.get(random.nextInt(apps.size())),
                NOON.minusMillis(random.nextLong(within.toMillis())),
                List.of(200, 403, 404, 502).get(random.nextInt(4))))
        .sorted(Comparator.comparing(RecordedCall::place).reversed())
        .toList();
  }

  private RecordedCall call(Id.Client app, Instant at, int status) {
    RecordedCall example = ExampleCall.of(app, acme, at);
    var decision =
        status == 403
            ? example.decision()
            : new RecordedCall.Decision(status, Optional.empty(), "", "");
    return new RecordedCall(
        RequestId.draw(at, random),
        at,
        example.kind(),
        example.caller(),
        example.asked(),
        decision,
        example.cost(),
        new RecordedCall.Origin("192.0.2." + random.nextInt(9), "Bot", ""));
  }

  /** All pages of a search. */
  private List<RecordedCall> all(CallSearch search, int limit) {
    var all = new ArrayList<RecordedCall>();
    Optional<RecordedCall.Place> before = Optional.empty();
    do {
      CallBlocks.Found page = stores.blocks().page(search, before, limit);
      all.addAll(page.calls());
      before = page.rest();
    } while (before.isPresent());
    return all;
  }

  private int blocks(Id.Client app) {
    return latchkey
        .installation()
        .database()
        .read(sql ->
            sql.one(
                    "SELECT COUNT(*) AS blocks FROM call_blocks WHERE client_id = ?",
                    row -> row.number("blocks"),
                    app)
                .orElseThrow());
  }

  private static CallSearch.Filter only(CallReason reason) {
    return filter(Optional.of(reason), Optional.empty(), Optional.empty());
  }

  private static CallSearch.Filter ofStatus(int status) {
    return filter(Optional.empty(), Optional.of(status), Optional.empty());
  }

  private static CallSearch.Filter from(String address) {
    return filter(Optional.empty(), Optional.empty(), Optional.of(address));
  }

  private static CallSearch.Filter filter(
      Optional<CallReason> reason, Optional<Integer> status, Optional<String> address) {
    return new CallSearch.Filter(
        Optional.empty(),
        Optional.empty(),
        reason,
        status,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        address,
        Optional.empty());
  }
}
