package dev.latchkey.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.alert.AlertReaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** However often something happens, people get one alert and one mail. */
class AlertStormTest extends WithAlerts {
  private static final int MANY = 10_000;

  AlertStormTest(Store store) {
    super(store);
  }

  @Test
  void ten_thousand_refusals_are_one_alert_and_one_mail_to_each_person() {
    Credential app = latchkey.app(mei).credential();
    refuse(app, MANY);
    Alert alert = await(AlertKind.CALLS_REFUSED);
    refuse(app, MANY);
    Poll.until(() -> acts.list().find(alert.id()).orElseThrow().times() == 2 * MANY, "all counted");

    assertThat(open()).hasSize(1);
    assertThat(mailbox.mails(2))
        .extracting(mail -> mail.getAllRecipients()[0].toString())
        .containsExactlyInAnyOrder(mei.email(), head.email());
  }

  private void refuse(Credential app, int calls) {
    for (int i = 0; i < calls; i++) {
      latchkey
          .wiring()
          .calls()
          .accept(ExampleCall.of(app.clientId(), home.id(), latchkey.clock.instant()));
    }
    latchkey.wiring().calls().flush();
    latchkey.wiring().calls().flushCounts();
  }

  @Test
  void nodes_that_see_the_same_at_the_same_time_open_one_and_count_all() throws Exception {
    Credential app = latchkey.app(mei).credential();
    var opened = new ArrayList<Alert>();
    try (var nodes = Executors.newFixedThreadPool(8)) {
      List<Future<List<Alert>>> raising =
          IntStream.range(0, 40)
              .mapToObj(i -> nodes.submit(() -> raise(AlertKind.TOKEN_REPLAYED, app)))
              .toList();
      for (Future<List<Alert>> each : raising) {
        opened.addAll(each.get());
      }
    }
    assertThat(opened).hasSize(1);
    assertThat(open()).extracting(Alert::times).containsExactly(40L);
  }

  @Test
  void alerts_of_a_kind_and_of_a_day_are_bounded_in_an_organization() {
    List<Credential> apps = Stream.generate(this::appOfMember).limit(6).toList();
    for (int i = 0; i < Alert.MOST_OPEN + 10; i++) {
      raise(AlertKind.NEW_NETWORK, apps.get(i % apps.size()), "subject " + i);
    }
    assertThat(open()).hasSize(Alert.MOST_OPEN);
    assertThat(raise(AlertKind.SECRET_LEAKED, apps.getFirst())).hasSize(1);
    for (int i = 0; i < 300; i++) {
      raiseAndClose(apps.get(i % apps.size()));
    }
    assertThat(found(Alert.State.CLOSED)).hasSize(200 - Alert.MOST_OPEN - 1);
  }

  /** Otherwise a member could hide what happens to the credentials of others. */
  @Test
  void alerts_about_the_credentials_of_one_person_leave_room_for_others() {
    Credential busy = appOfMember();
    for (int i = 0; i < 300; i++) {
      raiseAndClose(busy);
    }
    assertThat(found(Alert.State.CLOSED)).hasSize(40);
    latchkey.clock.pass(Duration.ofDays(1));
    for (int i = 0; i < 40; i++) {
      raise(AlertKind.NEW_NETWORK, busy, "subject " + i);
    }
    assertThat(open()).hasSize(Alert.MOST_OPEN_OF_OWNER);

    assertThat(raise(AlertKind.NEW_NETWORK, appOfMember())).hasSize(1);
  }

  private Credential appOfMember() {
    return latchkey.app(latchkey.person(home, User.Role.MEMBER, latchkey.team(home))).credential();
  }

  private void raiseAndClose(Credential app) {
    raise(AlertKind.USED_AGAIN, app)
        .forEach(alert -> acts.close().by(actor(head), alert.id().value()));
  }

  private void raise(AlertKind kind, Credential app, String subject) {
    alerts.raise(List.of(about(kind, app, subject)), latchkey.now());
  }

  private AlertFact about(AlertKind kind, Credential app, String subject) {
    var about = new Alert.About(subject, Optional.of(app.clientId()), app.name());
    return AlertFact.once(kind, home.id(), about, "", latchkey.clock.instant());
  }

  @Test
  void a_person_gets_ten_mails_a_day_and_five_about_the_credentials_of_one_other() {
    var readers =
        new AlertReaders(
            latchkey.installation().database(),
            latchkey.stores().users().administrators(),
            latchkey.stores().users().directory()::find);
    Alert ofMei = raise(AlertKind.USED_AGAIN, latchkey.app(mei).credential()).getFirst();
    Alert other = raise(AlertKind.USED_AGAIN, appOfMember()).getFirst();
    assertThat(mails(readers, mei, ofMei)).isEqualTo(10);
    assertThat(mails(readers, head, ofMei)).isEqualTo(5);
    assertThat(mails(readers, head, other)).isEqualTo(5);
  }

  private long mails(AlertReaders readers, Person to, Alert about) {
    return IntStream.range(0, 50)
        .filter(_ -> readers.mayMail(to.user().id(), about, latchkey.clock.instant()))
        .count();
  }
}
