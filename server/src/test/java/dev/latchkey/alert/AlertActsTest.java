package dev.latchkey.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.alert.AlertRule;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.NoAccess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people may do with alerts and their rules, without a page. */
class AlertActsTest extends WithAlerts {
  private final Credential app = latchkey.app(mei).credential();

  AlertActsTest(Store store) {
    super(store);
  }

  private Alert opened() {
    return raise(AlertKind.NEW_NETWORK, app).getFirst();
  }

  @Test
  void administrators_and_the_owner_of_the_credential_see_and_close_it_and_no_others() {
    Person colleague = latchkey.person(home, mei.user().role(), latchkey.team(home));
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    for (Actor allowed : List.of(actor(mei), actor(head), latchkey.installation().operator())) {
      String id = opened().id().value();
      for (Person each : List.of(colleague, other)) {
        Actor actor = actor(each);
        var why = each.equals(colleague) ? NoAccess.FORBIDDEN : NoAccess.NOT_FOUND;
        assertThat(acts.guard().check(actor, id)).isEqualTo(new AlertGuard.Refused(why));
        assertThat(acts.close().by(actor, id)).isEqualTo(new CloseAlert.Refused(why));
        assertThat(acts.mute().by(actor, id, 1)).isEqualTo(new MuteAlert.Refused(why));
      }
      assertThat(acts.close().by(allowed, id)).isEqualTo(CloseAlert.Written.CLOSED);
      assertThat(acts.close().by(allowed, id)).isEqualTo(CloseAlert.Written.CLOSED_BEFORE);
      assertThat(acts.list().find(opened().id())).isPresent();
      acts.close().by(actor(head), open().getFirst().id().value());
    }
    assertThat(found(Alert.State.CLOSED))
        .extracting(alert -> alert.closed().orElseThrow())
        .contains(
            new Alert.Closed(
                latchkey.clock.instant(), Alert.Reason.BY_ACTOR, Optional.of(mei.user().id())));
  }

  @Test
  void a_muted_one_is_closed_and_none_is_opened_about_the_same_until_then() {
    String id = opened().id().value();
    for (int days : List.of(0, -1, Alert.MOST_MUTED_DAYS + 1)) {
      assertThat(acts.mute().by(actor(mei), id, days))
          .isEqualTo(MuteAlert.NotMuted.DAYS_OUT_OF_RANGE);
    }
    assertThat(acts.mute().by(actor(mei), id, 7)).isInstanceOf(MuteAlert.Muted.class);
    assertThat(open()).isEmpty();
    assertThat(raise(AlertKind.NEW_NETWORK, app)).isEmpty();
    assertThat(raise(AlertKind.USED_AGAIN, app)).hasSize(1);
    assertThat(raise(AlertKind.NEW_NETWORK, latchkey.app(mei).credential())).hasSize(1);
    latchkey.clock.pass(Duration.ofDays(8));
    assertThat(raise(AlertKind.NEW_NETWORK, app)).hasSize(1);
  }

  @Test
  void a_rule_that_is_turned_off_closes_its_alerts_and_opens_none() {
    opened();
    var off = new ChangeAlertRule.Wanted(Optional.of(false), Optional.empty());
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    assertThat(acts.changeRule().by(actor(mei), home.id(), AlertKind.NEW_NETWORK, off))
        .isEqualTo(new ChangeAlertRule.Refused(NoAccess.FORBIDDEN));
    assertThat(acts.changeRule().by(actor(other), home.id(), AlertKind.NEW_NETWORK, off))
        .isEqualTo(new ChangeAlertRule.Refused(NoAccess.NOT_FOUND));
    assertThat(open()).hasSize(1);

    acts.changeRule().by(actor(head), home.id(), AlertKind.NEW_NETWORK, off);

    assertThat(open()).isEmpty();
    assertThat(found(Alert.State.CLOSED).getFirst().closed().orElseThrow().why())
        .isEqualTo(Alert.Reason.MUTED);
    assertThat(raise(AlertKind.NEW_NETWORK, app)).isEmpty();
    assertThat(raise(AlertKind.USED_AGAIN, app)).hasSize(1);
    assertThat(acts.rules().of(home.id()))
        .hasSize(AlertKind.values().length)
        .contains(new AlertRule(AlertKind.NEW_NETWORK, false, 0));
  }

  @Test
  void a_threshold_is_within_its_range_and_only_some_rules_have_one() {
    assertThat(threshold(AlertKind.CALLS_REFUSED, 9))
        .isEqualTo(ChangeAlertRule.Flawed.THRESHOLD_OUT_OF_RANGE);
    assertThat(threshold(AlertKind.NEW_NETWORK, 10))
        .isEqualTo(ChangeAlertRule.Flawed.THRESHOLD_OUT_OF_RANGE);
    assertThat(threshold(AlertKind.CALLS_REFUSED, 50))
        .isEqualTo(new ChangeAlertRule.Written(new AlertRule(AlertKind.CALLS_REFUSED, true, 50)));
  }

  private ChangeAlertRule.Outcome threshold(AlertKind kind, int value) {
    var wanted = new ChangeAlertRule.Wanted(Optional.empty(), Optional.of(value));
    return acts.changeRule().by(actor(head), home.id(), kind, wanted);
  }
}
