package dev.latchkey.event;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.event.EventReceiver;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.event.Delivery;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** A server whose webhooks have a receiver on this machine. */
@EachStore.ForClass
abstract class WithReceiver {
  final EventReceiver receiver = new EventReceiver();
  final Latchkey latchkey;
  final WebhookActs acts;
  final Organization home;
  final Person head;
  final Person mei;

  WithReceiver(Store store) {
    this.latchkey = Latchkey.start(store, EventReceiver::allowed);
    this.acts = latchkey.installation().webhookActs();
    this.home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    this.head = latchkey.administrator(home);
    this.mei = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  }

  @AfterEach
  final void stop() {
    latchkey.close();
    receiver.close();
  }

  final CreateWebhook.Created create(EventType... types) {
    return create(Optional.of(home.id()), Set.of(types));
  }

  final CreateWebhook.Created create(Optional<Id.Organization> where, Set<EventType> types) {
    Actor actor = where.isPresent() ? actor(head) : latchkey.installation().operator();
    var in = new CreateWebhook.In(where, Optional.empty());
    return (CreateWebhook.Created)
        acts.create().by(actor, in, new Webhook.Wanted(receiver.url(), "Alarms", types));
  }

  final CreateWebhook.In in() {
    return new CreateWebhook.In(Optional.of(home.id()), Optional.empty());
  }

  final Webhook.Wanted wanted() {
    return new Webhook.Wanted(receiver.url(), "", Set.of());
  }

  final Webhook find(Webhook webhook) {
    return latchkey.stores().operation().webhooks().find(webhook.id()).orElseThrow();
  }

  final List<Delivery> log(Webhook webhook, Delivery.State state) {
    return latchkey
        .stores()
        .operation()
        .deliveryLog()
        .log(webhook.id(), Optional.of(state), Long.MAX_VALUE, 100);
  }

  final AuditEntry newest(AuditEvent event) {
    return latchkey.stores().operation().auditRecords().newest(50).stream()
        .map(ListedAuditEntry::entry)
        .filter(entry -> entry.event() == event)
        .findFirst()
        .orElseThrow();
  }

  final Actor.Person actor(Person person) {
    return new Actor.Person(person.user(), latchkey.now());
  }
}
