package dev.latchkey.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.Installation;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.event.EventReceiver;
import dev.latchkey.harness.event.EventReceiver.Message;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.event.Deliveries;
import dev.latchkey.storage.event.Webhooks;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Events that several nodes could send, and nodes that fail while they do. */
class NodesThatSendTest {
  private static final int PEOPLE = 6;
  private static final int TIMES = 8;
  private static final Set<EventType> STATES =
      Set.of(EventType.PERSON_DISABLED, EventType.PERSON_ENABLED);

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  private final EventReceiver receiver = new EventReceiver();
  private final List<Latchkey> nodes = new ArrayList<>();

  @AfterEach
  void stop() {
    nodes.forEach(Latchkey::close);
    receiver.close();
  }

  private Latchkey start(Store store) {
    Latchkey node = Latchkey.start(store, EventReceiver::allowed);
    nodes.add(node);
    return node;
  }

  @Test
  void two_nodes_send_each_event_once_and_those_of_a_person_in_order() {
    Latchkey first = start(Store.POSTGRESQL);
    Latchkey second = Latchkey.start(first.settings());
    nodes.add(second);
    Organization home = first.organization(Organization.Kind.MULTI_TEAM);
    create(first, home, receiver.url());
    // Some are refused at first, so that later ones would overtake them if they could.
    var refused = new ConcurrentHashMap<String, Boolean>();
    receiver.answer(message ->
        message.id().hashCode() % 3 == 0 && refused.put(message.id(), true) == null ? 503 : 204);
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < PEOPLE; i++) {
      people.add(first.person(home, User.Role.MEMBER, first.team(home)));
    }
    for (int i = 0; i < TIMES; i++) {
      for (Person person : people) {
        first.disable(person);
        first.enable(person);
      }
    }

    Set<String> expected = new HashSet<>();
    Poll.until(
        () -> {
          nodes.forEach(node -> node.clock.pass(Duration.ofSeconds(6)));
          expected.clear();
          delivered().forEach(message -> expected.add(message.id()));
          return expected.size() == 2 * PEOPLE * TIMES;
        },
        "every event is delivered");

    assertThat(delivered()).hasSize(2 * PEOPLE * TIMES);
    for (Person person : people) {
      List<String> types =
          delivered().stream()
              .filter(message -> message.body().contains(person.user().id().value()))
              .map(Message::type)
              .toList();
      assertThat(types).hasSize(2 * TIMES);
      for (int i = 0; i < types.size(); i++) {
        assertThat(types.get(i)).isEqualTo(i % 2 == 0 ? "person.disabled" : "person.enabled");
      }
    }
  }

  /** Those that were answered with success. */
  private List<Message> delivered() {
    var seen = new HashSet<String>();
    return receiver.messages().stream()
        .filter(message -> message.id().hashCode() % 3 != 0 || !seen.add(message.id()))
        .toList();
  }

  @ParameterizedTest
  @EachStore
  void what_a_node_had_taken_when_it_was_killed_is_sent_again_and_its_late_result_is_refused(
      Store store) {
    Latchkey node = start(store);
    Organization home = node.organization(Organization.Kind.MULTI_TEAM);
    Webhook webhook = create(node, home, receiver.url());
    receiver.answer(503);
    node.disable(node.person(home, User.Role.MEMBER, node.team(home)));
    receiver.await("person.disabled", 1);
    Poll.until(() -> waiting(node, webhook).last().isPresent(), "the first attempt has failed");
    Deliveries deliveries = node.stores().operation().deliveries();
    var later = node.clock.instant().plus(Duration.ofSeconds(5));
    var moment = RequestMoment.ofServer(later);
    List<Delivery> taken = deliveries.take(webhook.id(), 10, moment);
    assertThat(taken).hasSize(1);
    assertThat(deliveries.take(webhook.id(), 10, moment)).isEmpty();

    node.clock.pass(Duration.ofSeconds(5));
    assertThat(receiver.messages()).hasSize(1);
    node.clock.pass(Duration.ofSeconds(60));

    receiver.await("person.disabled", 2);
    Poll.until(() -> waiting(node, webhook).attempts() == 3, "it is attempted again");
    var late = new Delivery.Attempt(later, Optional.of(204), "late", Duration.ofSeconds(70));
    assertThat(deliveries.finish(taken.getFirst(), late, webhook, node.now()).isRecorded())
        .isFalse();
    receiver.answer(204);
    Poll.until(
        () -> {
          node.clock.pass(Duration.ofMinutes(30));
          return log(node, webhook, Delivery.State.DELIVERED).size() == 1;
        },
        "it is delivered");
  }

  @ParameterizedTest
  @EachStore
  void what_happened_while_no_server_ran_is_sent_by_the_next(Store store) {
    Latchkey before = start(store);
    Organization home = before.organization(Organization.Kind.MULTI_TEAM);
    Person person = before.person(home, User.Role.MEMBER, before.team(home));
    create(before, home, receiver.url());
    before.close();
    nodes.clear();
    try (var offline = Installation.ofCommand(before.settings(), NOWHERE)) {
      var known = offline.stores().users().administration().find(person.user().id()).orElseThrow();
      offline
          .directoryActs()
          .disablePerson()
          .by(offline.operator(), person.user().id(), known.version());
    }
    assertThat(receiver.messages()).isEmpty();

    nodes.add(Latchkey.start(before.settings()));

    receiver.await("person.disabled", 1);
  }

  @ParameterizedTest
  @EachStore
  void a_host_that_has_become_private_is_not_called(Store store) {
    Latchkey node = Latchkey.start(store);
    nodes.add(node);
    Organization home = node.organization(Organization.Kind.MULTI_TEAM);
    // The act would refuse it: this stands for a name that pointed to another address then.
    Webhook webhook = create(node, home, receiver.url().replace("http:", "https:"));
    node.disable(node.person(home, User.Role.MEMBER, node.team(home)));

    Poll.until(() -> waiting(node, webhook).last().isPresent(), "it is attempted");

    assertThat(waiting(node, webhook).last().orElseThrow().answer())
        .contains("the host has a private address");
    assertThat(receiver.messages()).isEmpty();
  }

  /** Without the act, which looks at the address. */
  private static Webhook create(Latchkey node, Organization home, String url) {
    var random = node.installation().random();
    Id.Webhook id = Id.WEBHOOK.draw(random);
    var keys = WebhookKeys.draw(random);
    var webhook =
        Webhook.created(
            id,
            Optional.of(home.id()),
            new Webhook.Wanted(url, "", STATES),
            keys.publicKey(),
            node.clock.instant());
    byte[] sealed = keys.seal(node.installation().webhookSeal(), id);
    node.stores()
        .operation()
        .webhooks()
        .create(
            new Webhooks.Sealed(webhook, sealed), Optional.empty(), node.installation().operator());
    return webhook;
  }

  private static Delivery waiting(Latchkey node, Webhook webhook) {
    Poll.until(() -> !log(node, webhook, Delivery.State.WAITING).isEmpty(), "it waits");
    return log(node, webhook, Delivery.State.WAITING).getFirst();
  }

  private static List<Delivery> log(Latchkey node, Webhook webhook, Delivery.State state) {
    return node.stores()
        .operation()
        .deliveryLog()
        .log(webhook.id(), Optional.of(state), Long.MAX_VALUE, 100);
  }
}
