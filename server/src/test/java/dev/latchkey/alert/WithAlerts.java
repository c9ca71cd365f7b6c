package dev.latchkey.alert;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Mailbox;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.alert.Alerts;
import dev.latchkey.storage.alert.LastingFacts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** A server with an organization, its administrator and a member. */
@EachStore.ForClass
abstract class WithAlerts {
  final Mailbox mailbox = new Mailbox();
  final Latchkey latchkey;
  final Organization home;
  final Person head;
  final Person mei;
  final Alerts alerts;
  final AlertActs acts;

  WithAlerts(Store store) {
    this.latchkey = Latchkey.start(store, settings -> settings.with(mailbox.settings()));
    this.home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    this.head = latchkey.administrator(home);
    this.mei = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    this.alerts = latchkey.installation().alerts();
    this.acts = latchkey.installation().alertActs();
  }

  @AfterEach
  final void stop() {
    latchkey.close();
    mailbox.close();
  }

  final Actor.Person actor(Person person) {
    return new Actor.Person(person.user(), latchkey.now());
  }

  final List<Alert> open() {
    return found(Alert.State.OPEN);
  }

  final List<Alert> found(Alert.State state) {
    return acts.list()
        .find(
            new AlertList.Search(
                Optional.of(home.id()),
                Optional.of(state),
                Optional.empty(),
                Optional.empty(),
                1_000));
  }

  final Alert await(AlertKind kind) {
    Poll.until(() -> open().stream().anyMatch(alert -> alert.kind() == kind), kind.code());
    return open().stream().filter(alert -> alert.kind() == kind).findFirst().orElseThrow();
  }

  final List<Alert> raise(AlertKind kind, Credential about) {
    return raise(kind, about.clientId(), about.name());
  }

  final List<Alert> raise(AlertKind kind, Id.Client client, String name) {
    var fact =
        AlertFact.once(
            kind,
            home.id(),
            Alert.About.credential(client, name),
            "203.0.0.0/16",
            latchkey.clock.instant());
    return alerts.raise(List.of(fact), latchkey.now());
  }

  final LastingFacts lasting() {
    return new LastingFacts(latchkey.installation().database(), alerts);
  }

  /** What the server does once a minute. */
  final void sweep() {
    lasting().open(latchkey.now());
    lasting().close(latchkey.now());
  }
}
