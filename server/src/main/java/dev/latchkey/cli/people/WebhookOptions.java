package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.time.WrittenTime;
import dev.latchkey.storage.event.DeliveryLog.Replayed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the commands about webhooks take. */
final class WebhookOptions {
  private WebhookOptions() {}

  /** The webhook that a command is about. */
  static final class Which {
    @Option(
        names = "--id",
        required = true,
        paramLabel = "ID",
        description = "The webhook, by the webhook_id of the list.")
    private String id = "";

    Webhook find(Installation installation) {
      return Id.WEBHOOK
          .parse(id)
          .flatMap(installation.stores().operation().webhooks()::find)
          .orElseThrow(() ->
              new ConfigFault(
                  "there is no webhook " + id + ". To list them: latchkey webhook list"));
    }
  }

  /** What a webhook is to be. */
  static final class Wanted {
    @Option(names = "--url", paramLabel = "URL", description = "Where events are sent.")
    private @Nullable String url;

    @Option(
        names = "--description",
        paramLabel = "TEXT",
        description = "What the receiver is, for administrators.")
    private @Nullable String description;

    @Option(
        names = "--events",
        split = ",",
        paramLabel = "TYPE",
        description = "The types of events, separated by commas; all, if left out.")
    private @Nullable List<String> events;

    Webhook.Wanted after(Webhook.Wanted before) {
      return new Webhook.Wanted(
          url == null ? before.url() : url,
          description == null ? before.description() : description,
          events == null ? before.types() : types(events));
    }

    private static Set<EventType> types(List<String> codes) {
      return codes.stream()
          .map(code ->
              EventType.parse(code)
                  .filter(EventType.choices()::contains)
                  .orElseThrow(() -> new ConfigFault("there is no event " + code)))
          .collect(Collectors.toSet());
    }
  }

  /** Which deliveries are sent again. */
  static final class Again {
    @Option(
        names = "--number",
        required = true,
        paramLabel = "N",
        description = "One that is finished, by the number of the list.")
    @Nullable Long number;

    @Option(
        names = "--since",
        required = true,
        paramLabel = "TIME",
        description = "All that were given up and created since, such as 2026-01-31T12:00:00Z.")
    @Nullable String since;

    Replayed replayed() {
      if (number != null) {
        return new Replayed.One(number);
      }
      Optional<Instant> time = Optional.ofNullable(since).flatMap(WrittenTime::parse);
      return new Replayed.GivenUpSince(
          time.orElseThrow(
              () -> new ConfigFault("--since is not a time such as 2026-01-31T12:00:00Z")));
    }
  }
}
