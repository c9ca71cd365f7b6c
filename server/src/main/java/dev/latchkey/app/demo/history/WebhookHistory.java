package dev.latchkey.app.demo.history;

import dev.latchkey.event.WebhookKeys;
import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.storage.event.Webhooks;
import java.util.Optional;
import java.util.Set;

/**
 * Webhooks: two at the receivers of the demo, of which one wants no more, and one at a host that
 * does not exist. Since they were created, the running server sends them what happened.
 */
record WebhookHistory(Past past, KeySeal seal, String receiver) {
  private static final Set<EventType> ENDINGS =
      Set.of(
          EventType.CREDENTIAL_DELETED,
          EventType.SECRET_LEAKED,
          EventType.TOKEN_REVOKED,
          EventType.TOKENS_REVOKED,
          EventType.GRANT_ENDED,
          EventType.PERSON_DISABLED);
  private static final Set<EventType> NEW_ACCESS =
      Set.of(EventType.GRANT_CREATED, EventType.CREDENTIAL_CREATED, EventType.APPROVAL_REQUESTED);

  void tell() {
    create("Acme", "olga", 12, wanted(receiver + "chat", "Chat of the security team", Set.of()));
    create("Acme", "olga", 75, wanted("https://siem.acme.example/latchkey", "SIEM", ENDINGS));
    create("Acme", "olga", 20, wanted(receiver + "old-board", "Old status board", NEW_ACCESS));
    create("Solo Studio", "tara", 30, wanted(receiver + "studio", "Studio chat", Set.of()));
    create("", "sam", 120, wanted(receiver + "operations", "On-call pager", ENDINGS));
  }

  private static Webhook.Wanted wanted(String url, String description, Set<EventType> types) {
    return new Webhook.Wanted(url, description, types);
  }

  /** Without an organization it is one of the platform. */
  private void create(String organization, String by, int ago, Webhook.Wanted wanted) {
    past.timeline()
        .add(
            past.days().atWork(ago),
            SignIns.OFFICE,
            now -> {
              Optional<Id.Organization> where =
                  Optional.of(organization)
                      .filter(name -> !name.isEmpty())
                      .map(name -> past.cast().organization(name).id());
              create(where, past.cast().actor(by, now), wanted);
            });
  }

  private void create(Optional<Id.Organization> where, Actor.Person actor, Webhook.Wanted wanted) {
    Id.Webhook id = Id.WEBHOOK.draw(past.random());
    var keys = WebhookKeys.draw(past.random());
    var webhook = Webhook.created(id, where, wanted, keys.publicKey(), actor.moment().at());
    past.stores()
        .operation()
        .webhooks()
        .create(new Webhooks.Sealed(webhook, keys.seal(seal, id)), Optional.empty(), actor);
  }
}
