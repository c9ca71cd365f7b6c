package dev.latchkey.event;

import dev.latchkey.model.Id;
import dev.latchkey.model.KeySeal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The secrets of a webhook: the present one, and for a while after a rotation the one before. They
 * are encrypted together, so the key file is rotated for one value.
 */
public record WebhookKeys(WebhookSecret present, Optional<WebhookSecret> previous) {
  public static WebhookKeys draw(RandomGenerator random) {
    return new WebhookKeys(WebhookSecret.draw(random), Optional.empty());
  }

  public WebhookKeys rotated(RandomGenerator random) {
    return new WebhookKeys(WebhookSecret.draw(random), Optional.of(present));
  }

  public byte[] seal(KeySeal seal, Id.Webhook webhook) {
    String texts = all().map(WebhookSecret::reveal).collect(Collectors.joining(" "));
    return seal.close(webhook.value(), texts.getBytes(StandardCharsets.US_ASCII));
  }

  /** Empty if the key file has another key. */
  public static Optional<WebhookKeys> open(KeySeal seal, Id.Webhook webhook, byte[] sealed) {
    return seal.open(webhook.value(), sealed)
        .map(bytes -> new String(bytes, StandardCharsets.US_ASCII).split(" "))
        .map(texts ->
            new WebhookKeys(
                WebhookSecret.stored(texts[0]),
                Stream.of(texts).skip(1).findFirst().map(WebhookSecret::stored)));
  }

  /** The header of a message: two signatures while both secrets are good. */
  public String signatures(boolean withPrevious, String id, Instant at, String body) {
    List<WebhookSecret> signing = withPrevious ? all().toList() : List.of(present);
    return signing.stream()
        .map(secret -> secret.sign(id, at, body))
        .collect(Collectors.joining(" "));
  }

  private Stream<WebhookSecret> all() {
    return Stream.concat(Stream.of(present), previous.stream());
  }
}
