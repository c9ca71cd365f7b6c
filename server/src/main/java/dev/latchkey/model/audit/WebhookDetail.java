package dev.latchkey.model.audit;

import dev.latchkey.model.audit.AuditDetail.Change;
import dev.latchkey.model.audit.AuditDetail.Field;
import dev.latchkey.model.event.Webhook;
import java.util.List;
import java.util.Optional;

/** What an entry about a webhook says of it. */
public final class WebhookDetail {
  private WebhookDetail() {}

  /** The path of an address can be a secret of its receiver, so only its host is recorded. */
  public static Optional<String> between(Webhook.Wanted before, Webhook.Wanted after) {
    return AuditDetail.json(
        Change.of(Field.HOSTS, before.host(), after.host()),
        Change.of(
            Field.DESCRIPTION,
            AuditDetail.given(before.description()),
            AuditDetail.given(after.description())),
        Change.of(Field.EVENT_TYPES, before.codes(), after.codes()));
  }

  /** Which webhook it was. Entries have no column for it. */
  public static Optional<String> of(Webhook webhook) {
    return AuditDetail.json(
        Change.of(Field.WEBHOOK, List.of(), List.of(webhook.id().value())),
        Change.of(Field.HOSTS, List.of(), List.of(webhook.wanted().host())));
  }

  /** The same with the reason for which it was disabled. */
  public static Optional<String> of(Webhook webhook, Webhook.Reason why) {
    return AuditDetail.json(
        Change.of(Field.WEBHOOK, List.of(), List.of(webhook.id().value())),
        Change.of(Field.HOSTS, List.of(), List.of(webhook.wanted().host())),
        Change.of(Field.REASON, List.of(), List.of(why.name())));
  }
}
