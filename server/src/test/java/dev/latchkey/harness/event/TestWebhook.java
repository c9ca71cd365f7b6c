package dev.latchkey.harness.event;

import dev.latchkey.event.CreateWebhook;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A webhook that receives nothing in a test, at an address for documentation. */
public final class TestWebhook {
  /** A public address, which needs no resolution. */
  public static final String URL = "https://8.8.8.8/events";

  private TestWebhook() {}

  /** The first one of the organization, or of the platform; it is created if there is none. */
  public static Id.Webhook of(Latchkey latchkey, Optional<Id.Organization> organization) {
    List<Webhook> known = latchkey.stores().operation().webhooks().of(organization);
    return known.isEmpty() ? create(latchkey, organization) : known.getFirst().id();
  }

  /** The path of a form, with another webhook if the form is about one. */
  public static String below(
      Latchkey latchkey, Id.Organization home, String section, String pattern) {
    if (!pattern.contains("{webhook_id}")) {
      return pattern;
    }
    var where = Optional.of(home).filter(_ -> !section.startsWith("/platform"));
    return pattern.replace("{webhook_id}", create(latchkey, where).value());
  }

  /** What the forms about webhooks send. */
  public static String[] fields(String formId) {
    return new String[] {
      "url", URL + "/other", "event", "key_file.rotated", "version", "1", "form_id", formId
    };
  }

  private static Id.Webhook create(Latchkey latchkey, Optional<Id.Organization> organization) {
    var wanted = new Webhook.Wanted(URL, "Alarms", Set.of(EventType.KEY_FILE_ROTATED));
    var created =
        latchkey
            .installation()
            .webhookActs()
            .create()
            .by(
                latchkey.installation().operator(),
                new CreateWebhook.In(organization, Optional.empty()),
                wanted);
    return ((CreateWebhook.Created) created).webhook().id();
  }
}
