package dev.latchkey.alert;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.WaitingApp;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.alert.CallFacts;
import dev.latchkey.storage.credential.CredentialNetworks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What opens an alert, and what closes it again. */
class AlertFactsTest extends WithAlerts {
  private final CallFacts calls =
      new CallFacts(
          latchkey.installation().database(),
          new CredentialNetworks(latchkey.installation().database()));

  AlertFactsTest(Store store) {
    super(store);
  }

  @Test
  void a_refresh_token_that_is_used_twice_opens_one() {
    App app = latchkey.app(mei);
    Tokens tokens = app.tokens(latchkey.browser().signIn(mei));
    app.refresh(tokens.refresh());
    latchkey.clock.pass(Duration.ofMinutes(2));
    app.refresh(tokens.refresh());

    assertThat(await(AlertKind.TOKEN_REPLAYED).about().name()).isEqualTo(app.credential().name());
    latchkey.delete(app);
    sweep();
    assertThat(open()).isEmpty();
  }

  @Test
  void a_leaked_secret_opens_one() {
    App app = latchkey.app(mei);
    AuditEntry entry =
        AuditEntry.of(latchkey.now(), AuditEvent.SECRET_LEAK, AuditOutcome.OK)
            .about(app.credential().clientId())
            .in(home.id());
    latchkey.installation().database().run(sql -> sql.record(entry));

    await(AlertKind.SECRET_LEAKED);
  }

  @Test
  void a_scope_that_can_write_opens_one_when_it_is_added_and_one_that_reads_does_not() {
    App reading = latchkey.app(mei);
    latchkey.changeScope(reading, Latchkey.SCOPE + ",read:wiki:pages");
    App writing = latchkey.app(mei);
    latchkey.changeScope(writing, Latchkey.SCOPE + ",write:wiki:pages");

    Alert alert = await(AlertKind.WRITE_SCOPE_ADDED);
    assertThat(open()).containsExactly(alert);
    assertThat(alert.about().name()).isEqualTo(writing.credential().name());
    assertThat(alert.detail()).isEqualTo("write:wiki:pages");
  }

  /** The entry of such a change names only some of them. */
  @Test
  void a_scope_that_can_write_opens_one_among_many_others() {
    App app = latchkey.app(mei);
    String many =
        IntStream.range(0, 30).mapToObj("read:wiki:part%d"::formatted).collect(joining(","));
    latchkey.changeScope(app, Latchkey.SCOPE + "," + many + ",write:wiki:pages");

    assertThat(await(AlertKind.WRITE_SCOPE_ADDED).detail()).contains("write:wiki:pages");
  }

  @Test
  void a_token_that_works_everywhere_opens_one_until_networks_are_entered() {
    var machine = latchkey.machine(head, Optional.empty());
    await(AlertKind.TOKEN_WITHOUT_NETWORKS);
    sweep();
    assertThat(open()).hasSize(1);
    latchkey.allowOnly("192.0.2.0/24", machine.credential());
    sweep();
    assertThat(found(Alert.State.CLOSED))
        .extracting(alert -> alert.closed().orElseThrow().why())
        .containsExactly(Alert.Reason.OVER);
  }

  @Test
  void a_network_is_a_surprise_after_a_week_and_not_for_an_app_that_comes_from_everywhere() {
    Id.Client app = latchkey.app(mei).credential().clientId();
    Instant start = latchkey.clock.instant();
    assertThat(used(app, "192.0.0.0/16", start)).isEmpty();
    assertThat(used(app, "198.51.0.0/16", start.plus(Duration.ofDays(6)))).isEmpty();
    assertThat(used(app, "203.0.0.0/16", start.plus(Duration.ofDays(8))))
        .containsExactly(AlertKind.NEW_NETWORK);
    assertThat(used(app, "203.0.0.0/16", start.plus(Duration.ofDays(9)))).isEmpty();
    for (int i = 0; i < CredentialNetworks.MOST; i++) {
      used(app, "10.%d.0.0/16".formatted(i), start.plus(Duration.ofDays(9)));
    }
    assertThat(used(app, "11.0.0.0/16", start.plus(Duration.ofDays(10)))).isEmpty();
  }

  @Test
  void a_use_after_ninety_days_opens_one_and_after_the_days_that_an_organization_chooses() {
    Id.Client app = latchkey.app(mei).credential().clientId();
    Instant start = latchkey.clock.instant();
    assertThat(used(app, "192.0.0.0/16", start)).isEmpty();
    Instant later = start.plus(Duration.ofDays(89));
    assertThat(used(app, "192.0.0.0/16", later)).isEmpty();
    assertThat(used(app, "192.0.0.0/16", later.plus(Duration.ofDays(90))))
        .containsExactly(AlertKind.USED_AGAIN);
    acts.changeRule()
        .by(
            actor(head),
            home.id(),
            AlertKind.USED_AGAIN,
            new ChangeAlertRule.Wanted(Optional.empty(), Optional.of(10)));
    assertThat(used(app, "192.0.0.0/16", later.plus(Duration.ofDays(101))))
        .containsExactly(AlertKind.USED_AGAIN);
  }

  private List<AlertKind> used(Id.Client app, String network, Instant at) {
    return calls.used(app, network, "203.0.113.9", at).stream().map(AlertFact::kind).toList();
  }

  @Test
  void a_token_that_ends_soon_opens_one_until_there_is_another_and_not_again_once_closed() {
    var machine = latchkey.machine(head, Optional.empty());
    Instant end = latchkey.clock.instant().plus(Duration.ofDays(13));
    sql("UPDATE organization_tokens SET ended_at = ? WHERE client_id = ?", end, machine);
    sweep();
    sweep();
    Alert alert = await(AlertKind.TOKEN_ENDING);
    assertThat(alert.times()).isEqualTo(1);
    assertThat(alert.detail()).isEqualTo(end.toString());
    acts.close().by(actor(head), alert.id().value());
    sweep();
    assertThat(open()).extracting(Alert::kind).doesNotContain(AlertKind.TOKEN_ENDING);
  }

  private void sql(String text, Instant at, Latchkey.Machine machine) {
    latchkey
        .installation()
        .database()
        .run(sql -> sql.update(text, at, machine.credential().clientId()));
  }

  @Test
  void an_app_that_waits_for_approval_opens_one_until_it_is_decided() {
    WaitingApp.of(latchkey, "Planner", head.user().id(), mei.user());
    sweep();
    await(AlertKind.APPROVAL_WAITING);
    latchkey
        .installation()
        .database()
        .run(sql -> sql.update("UPDATE public_clients SET state = 'DENIED'"));
    sweep();
    assertThat(open()).isEmpty();
  }

  @Test
  void what_lasts_in_one_organization_keeps_no_alert_of_another_away() {
    for (int i = 0; i < 26; i++) {
      Person asking = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
      for (int k = 0; k < 10; k++) {
        WaitingApp.of(latchkey, "Planner-%d-%d".formatted(i, k), head.user().id(), asking.user());
      }
    }
    sweep();
    assertThat(open()).hasSize(Alert.MOST_OPEN);
    var other = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Person asking = latchkey.person(other, User.Role.MEMBER, latchkey.team(other));
    WaitingApp.of(latchkey, "Board", latchkey.administrator(other).user().id(), asking.user());

    sweep();

    assertThat(acts.list().open(other.id()).shown()).isEqualTo(1);
  }

  @Test
  void what_does_not_happen_again_for_a_month_is_closed_and_leaves_the_history() {
    raise(AlertKind.NEW_NETWORK, latchkey.app(mei).credential());
    latchkey.clock.pass(Duration.ofDays(31));
    sweep();
    assertThat(found(Alert.State.CLOSED))
        .extracting(alert -> alert.closed().orElseThrow().why())
        .containsExactly(Alert.Reason.QUIET);
    latchkey.clock.pass(Duration.ofDays(91));
    latchkey.stores().operation().purge().deleteBatch(latchkey.clock.instant());
    assertThat(found(Alert.State.CLOSED)).isEmpty();
  }
}
