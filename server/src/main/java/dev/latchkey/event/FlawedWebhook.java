package dev.latchkey.event;

import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.DisplayName;
import java.util.Optional;

/** Why a webhook cannot be stored as wanted. */
public record FlawedWebhook(Why why) implements CreateWebhook.Outcome, ChangeWebhook.Outcome {
  public enum Why {
    /** No address, or one with a name, a password or a fragment. */
    SHAPE,
    INSECURE,
    /** The host has a private address. */
    PRIVATE,
    /** The host has no address. */
    UNKNOWN_HOST,
    DESCRIPTION_TOO_LONG,
    /** There is no such type of events, or none that can be chosen. */
    UNKNOWN_EVENT
  }

  /** The field that is wrong. */
  public String field() {
    return switch (why) {
      case SHAPE, INSECURE, PRIVATE, UNKNOWN_HOST -> "url";
      case DESCRIPTION_TOO_LONG -> "description";
      case UNKNOWN_EVENT -> "events";
    };
  }

  static Optional<FlawedWebhook> in(Webhook.Wanted wanted, WebhookAddress addresses) {
    String text = wanted.description();
    boolean isLong = text.codePointCount(0, text.length()) > Webhook.MOST_DESCRIPTION;
    return isLong
        ? Optional.of(new FlawedWebhook(Why.DESCRIPTION_TOO_LONG))
        : addresses.flaw(wanted.url()).map(FlawedWebhook::new);
  }

  /** The description on one line, without what no page shows. */
  static Webhook.Wanted cleaned(Webhook.Wanted wanted) {
    return new Webhook.Wanted(
        wanted.url().strip(), DisplayName.onOneLine(wanted.description()), wanted.types());
  }
}
