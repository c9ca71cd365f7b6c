package dev.latchkey.event;

import dev.latchkey.edge.outside.OutsideCalls;
import dev.latchkey.event.FlawedWebhook.Why;
import dev.latchkey.model.event.Webhook;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether messages may be sent to an address. That a host has no private address is looked at here,
 * so that a person sees it, and again with each message, because it can change.
 */
public record WebhookAddress(Supplier<OutsideCalls> calls) {
  private static final int MAX_PORT = 65_535;

  Optional<Why> flaw(String text) {
    Optional<URI> parsed = parse(text);
    if (parsed.isEmpty()) {
      return Optional.of(Why.SHAPE);
    }
    try {
      return calls.get().isAllowed(parsed.get())
          ? Optional.empty()
          : Optional.of(isHttps(parsed.get()) ? Why.PRIVATE : Why.INSECURE);
    } catch (IOException unknown) {
      return Optional.of(Why.UNKNOWN_HOST);
    }
  }

  private static boolean isHttps(URI address) {
    return "https".equals(address.getScheme());
  }

  private static Optional<URI> parse(String text) {
    if (text.length() > Webhook.MOST_URL || !text.matches("https?://[!-~]+")) {
      return Optional.empty();
    }
    try {
      var address = new URI(text);
      boolean isSound =
          address.getHost() != null
              && address.getRawUserInfo() == null
              && address.getRawFragment() == null
              && address.getPort() <= MAX_PORT;
      return isSound ? Optional.of(address) : Optional.empty();
    } catch (URISyntaxException unusable) {
      return Optional.empty();
    }
  }
}
