package dev.latchkey.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.event.EventReceiver.Message;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.DeliveryLog.Replayed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What arrives at a receiver on this machine, and what happens when it does not arrive. */
class DeliveriesTest extends WithReceiver {
  DeliveriesTest(Store store) {
    super(store);
  }

  @Test
  void failures_are_repeated_later_and_hold_back_only_the_same_subject() {
    Webhook webhook = create(EventType.PERSON_DISABLED, EventType.PERSON_ENABLED).webhook();
    Person kai = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    String ofMei = mei.user().id().value();
    receiver.answer(message -> message.body().contains(ofMei) ? 500 : 204);
    latchkey.disable(mei);
    latchkey.enable(mei);
    latchkey.disable(kai);

    receiver.await("person.disabled", 2);
    Poll.until(() -> log(webhook, Delivery.State.DELIVERED).size() == 1, "the other is delivered");
    List<Delivery> waiting = log(webhook, Delivery.State.WAITING);
    assertThat(waiting).hasSize(2);
    Poll.until(
        () -> log(webhook, Delivery.State.WAITING).getLast().last().isPresent(), "the failure");
    assertThat(log(webhook, Delivery.State.WAITING).getLast().last().orElseThrow().status())
        .contains(500);
    assertThat(receiver.of("person.enabled")).isEmpty();

    receiver.answer(204);
    latchkey.clock.pass(Duration.ofSeconds(5));

    receiver.await("person.enabled", 1);
    Poll.until(() -> find(webhook).waiting() == 0, "nothing waits");
    assertThat(find(webhook).state()).isEqualTo(Webhook.State.ACTIVE);
    assertThat(receiver.messages().stream().map(Message::id).distinct()).hasSize(3);
  }

  @Test
  void slow_receivers_of_one_organization_leave_room_for_those_of_others() {
    Set<String> slow = ConcurrentHashMap.newKeySet();
    var answered = new CompletableFuture<Void>();
    receiver.answer(message -> {
      if (slow.contains(message.data().path("webhook").path("id").stringValue())) {
        answered.join();
      }
      return 204;
    });
    for (int i = 0; i < 8; i++) {
      String id = create(EventType.KEY_FILE_ROTATED).webhook().id().value();
      slow.add(id);
      for (int test = 0; test < 3; test++) {
        acts.sendTest().by(actor(head), id);
      }
    }
    receiver.await("webhook.test", 16);

    Webhook other = create(Optional.empty(), Set.of(EventType.KEY_FILE_ROTATED)).webhook();
    acts.sendTest().by(latchkey.installation().operator(), other.id().value());
    Poll.until(() -> log(other, Delivery.State.DELIVERED).size() == 1, "the other is delivered");

    assertThat(receiver.of("webhook.test")).hasSize(16 + 1);
    answered.complete(null);
    receiver.await("webhook.test", 24 + 1);
  }

  @Test
  void an_event_is_given_up_after_three_days_and_can_be_replayed_with_its_id() {
    Webhook webhook = create(EventType.PERSON_DISABLED).webhook();
    receiver.answer(503);
    latchkey.disable(mei);
    List<Duration> waits =
        List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(14),
            Duration.ofHours(20),
            Duration.ofHours(24));
    for (int i = 0; i < waits.size(); i++) {
      int attempts = i + 1;
      Poll.until(() -> attempted(webhook, attempts), "attempt " + attempts);
      latchkey.clock.pass(waits.get(i));
    }
    Poll.until(() -> log(webhook, Delivery.State.GIVEN_UP).size() == 1, "it is given up");
    assertThat(receiver.messages()).hasSize(10);
    assertThat(find(webhook).isActive()).isTrue();

    receiver.answer(204);
    Instant start = latchkey.clock.instant().minus(Duration.ofDays(4));
    assertThat(
            acts.replay().by(actor(head), webhook.id().value(), new Replayed.GivenUpSince(start)))
        .isEqualTo(new ReplayDeliveries.Queued(1));
    Poll.until(() -> log(webhook, Delivery.State.DELIVERED).size() == 1, "it is delivered");
    assertThat(receiver.messages().stream().map(Message::id).distinct()).hasSize(1);
    assertThat(
            acts.replay().by(actor(head), webhook.id().value(), new Replayed.GivenUpSince(start)))
        .isEqualTo(new ReplayDeliveries.Queued(0));
    assertThat(acts.replay().by(actor(head), webhook.id().value(), new Replayed.One(1)))
        .isEqualTo(new ReplayDeliveries.Queued(1));
    receiver.await("person.disabled", 12);
  }

  @Test
  void a_receiver_that_is_gone_or_fails_for_days_gets_nothing_more_until_it_is_enabled() {
    Webhook webhook = create(EventType.PERSON_DISABLED).webhook();
    receiver.answer(410);
    latchkey.disable(mei);
    Poll.until(() -> !find(webhook).isActive(), "the webhook is disabled");
    assertThat(find(webhook).disabled().orElseThrow().why()).isEqualTo(Webhook.Reason.GONE);
    AuditEntry entry = newest(AuditEvent.WEBHOOK_DISABLE);
    assertThat(entry.detail().orElseThrow()).contains("GONE", webhook.id().value());
    latchkey.enable(mei);
    latchkey.disable(mei);
    receiver.answer(503);
    assertThat(acts.enable().by(actor(head), webhook.id().value()))
        .isEqualTo(EnableWebhook.Written.ENABLED);
    assertThat(acts.enable().by(actor(head), webhook.id().value()))
        .isEqualTo(EnableWebhook.Written.ENABLED_BEFORE);
    acts.sendTest().by(actor(head), webhook.id().value());
    receiver.await("webhook.test", 1);
    assertThat(receiver.of("person.disabled")).hasSize(1);
    Poll.until(() -> find(webhook).failingSince().isPresent(), "it fails");

    latchkey.clock.pass(Duration.ofDays(5));

    Poll.until(() -> !find(webhook).isActive(), "the webhook is disabled again");
    assertThat(find(webhook).disabled().orElseThrow().why()).isEqualTo(Webhook.Reason.FAILING);
    assertThat(find(webhook).waiting()).isZero();
    assertThat(acts.sendTest().by(actor(head), webhook.id().value()))
        .isEqualTo(SendTestEvent.NotSent.NOT_ACTIVE);
  }

  @Test
  void one_for_which_too_much_waits_is_disabled_and_says_so() {
    Webhook webhook = create(EventType.PERSON_DISABLED).webhook();
    latchkey
        .installation()
        .database()
        .run(sql -> sql.update("UPDATE event_endpoints SET waiting = ?", Webhook.MOST_WAITING));
    latchkey.disable(mei);

    Poll.until(() -> !find(webhook).isActive(), "the webhook is disabled");

    assertThat(find(webhook).disabled().orElseThrow().why()).isEqualTo(Webhook.Reason.FULL);
    assertThat(newest(AuditEvent.WEBHOOK_DISABLE).detail().orElseThrow()).contains("FULL");
  }

  @Test
  void after_a_rotation_messages_have_both_signatures_for_a_day() {
    CreateWebhook.Created created = create(EventType.PERSON_DISABLED);
    String id = created.webhook().id().value();
    var rotated = (RotateWebhookSecret.Rotated) acts.rotateSecret().by(actor(head), id, 1);
    assertThat(acts.rotateSecret().by(actor(head), id, 1))
        .isEqualTo(RotateWebhookSecret.NotRotated.EDIT_CONFLICT);
    acts.sendTest().by(actor(head), id);
    Message both = receiver.await("webhook.test", 1).getFirst();
    assertSigned(created.secret(), both);
    assertSigned(rotated.secret(), both);

    latchkey.clock.pass(Webhook.ROTATION);
    acts.sendTest().by(actor(head), id);

    Message one = receiver.await("webhook.test", 2).getLast();
    assertThat(both.signature().split(" ")).hasSize(4);
    assertThat(one.signature().split(" ")).hasSize(2);
    assertSigned(rotated.secret(), one);
  }

  @Test
  void a_webhook_that_is_disabled_or_deleted_gets_nothing_more() {
    Webhook first = create(EventType.PERSON_DISABLED).webhook();
    Webhook second = create(EventType.PERSON_DISABLED).webhook();
    Webhook third = create(EventType.PERSON_DISABLED).webhook();
    assertThat(acts.disable().by(actor(head), first.id().value()))
        .isEqualTo(DisableWebhook.Written.DISABLED);
    assertThat(acts.disable().by(actor(head), first.id().value()))
        .isEqualTo(DisableWebhook.Written.DISABLED_BEFORE);
    assertThat(acts.delete().by(actor(head), second.id().value()))
        .isEqualTo(new DeleteWebhook.Deleted());
    assertThat(acts.delete().by(actor(head), second.id().value()))
        .isEqualTo(new DeleteWebhook.Refused(NoAccess.NOT_FOUND));
    latchkey.disable(mei);

    Poll.until(() -> log(third, Delivery.State.DELIVERED).size() == 1, "the third receives it");

    assertThat(receiver.messages()).hasSize(1);
  }

  @Test
  void what_happens_is_sent_signed_with_ids_and_names_of_the_time() {
    CreateWebhook.Created created = create();
    latchkey.disable(mei);

    Message message = receiver.await("person.disabled", 1).getFirst();

    assertSigned(created.secret(), message);
    assertThat(message.id()).startsWith("evt_");
    assertThat(message.data().path("person").path("id").stringValue())
        .isEqualTo(mei.user().id().value());
    assertThat(message.data().path("person").path("name").stringValue())
        .isEqualTo(mei.user().name());
    assertThat(message.data().path("organization").path("id").stringValue())
        .isEqualTo(home.id().value());
    assertThat(message.body()).doesNotContain(mei.email(), created.secret().reveal());
    assertThat(receiver.of("webhook.created")).hasSize(1);
  }

  @Test
  void a_webhook_receives_the_events_that_it_wants_of_its_organization_only() {
    create(Optional.of(home.id()), Set.of(EventType.PERSON_DISABLED));
    Person elsewhere = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    latchkey.disable(elsewhere);
    latchkey.disable(mei);
    latchkey.enable(mei);
    latchkey.disable(mei);

    receiver.await("person.disabled", 2);

    assertThat(receiver.messages())
        .extracting(message -> message.data().path("person").path("id").stringValue())
        .containsExactly(mei.user().id().value(), mei.user().id().value());
  }

  /** The attempt has ended, and the next one is due later. */
  private boolean attempted(Webhook webhook, int attempts) {
    return log(webhook, Delivery.State.WAITING).stream()
        .anyMatch(delivery ->
            delivery.attempts() == attempts
                && delivery.last().isPresent()
                && delivery.nextAttempt().isPresent()
                && !delivery.last().get().at().isBefore(latchkey.clock.instant()));
  }

  private void assertSigned(WebhookSecret secret, Message message) {
    var at = Instant.ofEpochSecond(Long.parseLong(message.timestamp()));
    assertThat(message.signature().split(" "))
        .contains(secret.sign(message.id(), at, message.body()));
  }
}
