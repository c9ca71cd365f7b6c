package dev.latchkey.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Person;
import dev.latchkey.harness.event.TestAlert;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.NoAccess;
import dev.latchkey.storage.event.DeliveryLog.Replayed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Webhooks with a receiver on this machine, without a page. */
class WebhookActsTest extends WithReceiver {

  WebhookActsTest(Store store) {
    super(store);
  }

  @Test
  void one_of_the_platform_receives_the_events_of_all_organizations() {
    var in = new CreateWebhook.In(Optional.empty(), Optional.empty());
    var wanted = new Webhook.Wanted(receiver.url(), "", Set.of(EventType.PERSON_DISABLED));
    assertThat(acts.create().by(actor(head), in, wanted))
        .isEqualTo(new CreateWebhook.Refused(NoAccess.FORBIDDEN));
    assertThat(acts.create().by(actor(latchkey.administrator()), in, wanted))
        .isInstanceOf(CreateWebhook.Refused.class);
    create(Optional.empty(), Set.of(EventType.PERSON_DISABLED));
    latchkey.disable(mei);

    receiver.await("person.disabled", 1);
  }

  @Test
  void only_administrators_manage_webhooks_and_only_those_of_their_organization() {
    Webhook webhook = create().webhook();
    String id = webhook.id().value();
    Person other = latchkey.administrator(latchkey.organization(Organization.Kind.MULTI_TEAM));
    for (var each : List.of(mei, other)) {
      var why = each.equals(mei) ? NoAccess.FORBIDDEN : NoAccess.NOT_FOUND;
      Actor actor = actor(each);
      assertThat(acts.create().by(actor, in(), wanted())).isEqualTo(new CreateWebhook.Refused(why));
      assertThat(acts.change().by(actor, id, 1, wanted()))
          .isEqualTo(new ChangeWebhook.Refused(why));
      assertThat(acts.rotateSecret().by(actor, id, 1))
          .isEqualTo(new RotateWebhookSecret.Refused(why));
      assertThat(acts.disable().by(actor, id)).isEqualTo(new DisableWebhook.Refused(why));
      assertThat(acts.enable().by(actor, id)).isEqualTo(new EnableWebhook.Refused(why));
      assertThat(acts.delete().by(actor, id)).isEqualTo(new DeleteWebhook.Refused(why));
      assertThat(acts.sendTest().by(actor, id)).isEqualTo(new SendTestEvent.Refused(why));
      assertThat(acts.replay().by(actor, id, new Replayed.One(1)))
          .isEqualTo(new ReplayDeliveries.Refused(why));
    }
  }

  @Test
  void an_alert_is_sent_when_it_is_opened_and_when_it_is_closed() {
    create(EventType.ALERT_OPENED, EventType.ALERT_CLOSED);
    String id = TestAlert.of(latchkey, Optional.of(home.id())).value();
    receiver.await("alert.opened", 1);

    latchkey.installation().alertActs().close().by(actor(head), id);

    receiver.await("alert.closed", 1);
  }

  @Test
  void an_address_must_be_public_and_secure_unless_the_operator_lists_its_host() {
    assertFlawed(FlawedWebhook.Why.SHAPE, "ftp://example.com/");
    assertFlawed(FlawedWebhook.Why.SHAPE, "https://user@example.com/");
    assertFlawed(FlawedWebhook.Why.SHAPE, "https://example.com/#part");
    assertFlawed(FlawedWebhook.Why.SHAPE, "https://example.com/with space");
    assertFlawed(FlawedWebhook.Why.INSECURE, "http://example.com/");
    assertFlawed(FlawedWebhook.Why.PRIVATE, "https://127.0.0.1/");
    assertFlawed(FlawedWebhook.Why.PRIVATE, "https://[::1]/");
    assertFlawed(FlawedWebhook.Why.PRIVATE, "https://10.0.0.1/");
    assertFlawed(FlawedWebhook.Why.PRIVATE, "https://169.254.169.254/latest");
    assertFlawed(FlawedWebhook.Why.UNKNOWN_HOST, "https://nowhere.invalid/");
  }

  private void assertFlawed(FlawedWebhook.Why code, String url) {
    assertThat(acts.create().by(actor(head), in(), new Webhook.Wanted(url, "", Set.of())))
        .isEqualTo(new FlawedWebhook(code));
  }

  @Test
  void there_are_only_so_many_and_a_form_creates_one() {
    var form = Optional.of(Id.FORM.draw(latchkey.installation().random()));
    var once = new CreateWebhook.In(Optional.of(home.id()), form);
    assertThat(acts.create().by(actor(head), once, wanted()))
        .isInstanceOf(CreateWebhook.Created.class);
    assertThat(acts.create().by(actor(head), once, wanted()))
        .isEqualTo(CreateWebhook.NotCreated.ALREADY_SENT);
    for (int i = 1; i < Webhook.MOST; i++) {
      create();
    }
    assertThat(acts.create().by(actor(head), in(), wanted()))
        .isEqualTo(CreateWebhook.NotCreated.LIMIT_REACHED);
  }

  @Test
  void what_is_changed_must_be_as_it_was_seen() {
    Webhook webhook = create().webhook();
    String id = webhook.id().value();
    var wanted = new Webhook.Wanted(receiver.url(), "Alarm", Set.of(EventType.GRANT_ENDED));

    var changed = (ChangeWebhook.Changed) acts.change().by(actor(head), id, 1, wanted);

    assertThat(changed.webhook().wanted()).isEqualTo(wanted);
    assertThat(newest(AuditEvent.WEBHOOK_CHANGE).detail().orElseThrow())
        .contains("Alarm", "grant.ended")
        .doesNotContain("/events");
    assertThat(acts.change().by(actor(head), id, 1, wanted))
        .isEqualTo(new ChangeWebhook.EditConflict());
    assertThat(
            acts.change()
                .by(
                    actor(head),
                    id,
                    2,
                    new Webhook.Wanted(receiver.url(), "x".repeat(201), Set.of())))
        .isEqualTo(new FlawedWebhook(FlawedWebhook.Why.DESCRIPTION_TOO_LONG));
  }
}
