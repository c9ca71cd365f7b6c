package dev.latchkey.people.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.CallSearch;
import dev.latchkey.model.call.OrganizationLog;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.call.CallStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an organization chooses for its part of the request log, and that the log follows it. */
class RequestLogTest extends OnBothStores {
  private static final ChangeRequestLog.Wanted OFF =
      new ChangeRequestLog.Wanted(Optional.of(false), Optional.empty(), false);

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person head = latchkey.administrator(home);
  private final CallStores stores = latchkey.stores().operation().calls();
  private final ChangeRequestLog act = latchkey.installation().changeRequestLog();
  private final Id.Client app = latchkey.app(head).credential().clientId();

  private ChangeRequestLog.Outcome change(ChangeRequestLog.Wanted wanted) {
    return act.by(new Actor.Person(head.user(), latchkey.now()), home.id(), wanted);
  }

  private List<RecordedCall> stored() {
    return stores
        .blocks()
        .page(CallSearch.of(new CallSearch.Of.Credential(app)), Optional.empty(), 100)
        .calls();
  }

  private RecordedCall call(Instant at) {
    RecordedCall call = ExampleCall.of(app, home.id(), at);
    stores.blocks().write(List.of(call));
    return call;
  }

  @Test
  void after_the_log_is_off_no_call_is_written_and_those_of_others_are() {
    RecordedCall before = call(latchkey.clock.instant());
    assertThat(change(OFF)).isInstanceOf(ChangeRequestLog.Changed.class);
    call(latchkey.clock.instant());
    Organization other = latchkey.organization(Organization.Kind.MULTI_TEAM);
    RecordedCall ofOthers = ExampleCall.of(app, other.id(), latchkey.clock.instant());
    stores.blocks().write(List.of(ofOthers, ExampleCall.of(app, home.id(), ofOthers.at())));

    assertThat(stored()).containsExactlyInAnyOrder(before, ofOthers);
    assertThat(latchkey.browser().signIn(head).get("/calls").body())
        .contains("The request log of this organization is off");
  }

  @Test
  void calls_are_kept_for_the_days_of_their_organization() {
    Instant now = latchkey.clock.instant();
    call(now.minus(Duration.ofDays(8)));
    RecordedCall young = call(now.minus(Duration.ofDays(6)));
    change(new ChangeRequestLog.Wanted(Optional.empty(), Optional.of(7), false));

    stores.retention().deleteOld(CallLimits.DEFAULT, now);

    assertThat(stored()).containsExactly(young);
  }

  @Test
  void stored_calls_are_deleted_on_request_and_later_ones_are_not() {
    Instant now = latchkey.clock.instant();
    call(now.minusSeconds(90));
    call(now.minusSeconds(1));
    change(new ChangeRequestLog.Wanted(Optional.empty(), Optional.empty(), true));
    RecordedCall later = call(latchkey.clock.instant().plusSeconds(1));

    stores.retention().deleteOld(CallLimits.DEFAULT, now);

    assertThat(stored()).containsExactly(later);
    assertThat(act.logs().of(home.id())).isEqualTo(OrganizationLog.USUAL);
  }

  @Test
  void an_organization_cannot_keep_calls_longer_than_the_operator() {
    assertThat(change(new ChangeRequestLog.Wanted(Optional.empty(), Optional.of(31), false)))
        .isEqualTo(ChangeRequestLog.Flawed.DAYS_OUT_OF_RANGE);
    var long30 = new OrganizationLog(true, Optional.of(30));
    assertThat(long30.days(new CallLimits(1, 5, 1))).isEqualTo(5);
  }

  @Test
  void members_and_administrators_of_others_change_nothing() {
    Person member = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(act.by(new Actor.Person(member.user(), latchkey.now()), home.id(), OFF))
        .isEqualTo(new ChangeRequestLog.Refused(NoAccess.FORBIDDEN));
    assertThat(act.by(new Actor.Person(other.user(), latchkey.now()), home.id(), OFF))
        .isEqualTo(new ChangeRequestLog.Refused(NoAccess.NOT_FOUND));
    assertThat(act.logs().of(home.id()).isOn()).isTrue();
  }

  @Test
  void an_organization_with_less_than_its_share_loses_nothing_to_others() {
    Organization busy = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Instant first = Instant.parse("2020-01-01T00:00:00Z");
    RecordedCall quiet = call(first.minusSeconds(60));
    for (int i = 0; i < 3_000; i++) {
      stores.blocks().write(List.of(ExampleCall.of(app, busy.id(), first.plusSeconds(i))));
    }
    var small = new CallLimits(1_000, 30, 1);

    assertThat(stores.retention().deleteBeyondBound(small)).isPositive();

    assertThat(stores.retention().bytes()).isLessThanOrEqualTo(small.bytes());
    assertThat(stores.blocks().find(new CallSearch.Of.Organization(home.id()), quiet.id()))
        .isPresent();
  }
}
