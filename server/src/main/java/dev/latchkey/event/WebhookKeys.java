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
 * What the messages to a webhook are signed with: the present secret and key pair, and for a while
 * after a rotation those before. They are encrypted together, so the key file is rotated for one
 * value.
 */
public record WebhookKeys(Signing present, Optional<Signing> previous) {
  /** Each message has a signature of both, and its receiver checks one of them. */
  public record Signing(WebhookSecret secret, WebhookKeyPair pair) {
    private static Signing draw(RandomGenerator random) {
      return new Signing(WebhookSecret.draw(random), WebhookKeyPair.draw());
    }

    private Stream<String> texts() {
      return Stream.of(secret.reveal(), pair.reveal());
    }

    private Stream<String> signatures(String id, Instant at, String body) {
      return Stream.of(secret.sign(id, at, body), pair.sign(id, at, body));
    }
  }

  public static WebhookKeys draw(RandomGenerator random) {
    return new WebhookKeys(Signing.draw(random), Optional.empty());
  }

  public WebhookKeys rotated(RandomGenerator random) {
    return new WebhookKeys(Signing.draw(random), Optional.of(present));
  }

  public String publicKey() {
    return present.pair.publicKey();
  }

  public byte[] seal(KeySeal seal, Id.Webhook webhook) {
    String texts = all().flatMap(Signing::texts).collect(Collectors.joining(" "));
    return seal.close(webhook.value(), texts.getBytes(StandardCharsets.US_ASCII));
  }

  /** Empty if the key file has another key. */
  public static Optional<WebhookKeys> open(KeySeal seal, Id.Webhook webhook, byte[] sealed) {
    return seal.open(webhook.value(), sealed)
        .map(bytes -> List.of(new String(bytes, StandardCharsets.US_ASCII).split(" ")))
        .map(texts ->
            new WebhookKeys(
                stored(texts),
                texts.size() > 2 ? Optional.of(stored(texts.subList(2, 4))) : Optional.empty()));
  }

  private static Signing stored(List<String> texts) {
    return new Signing(WebhookSecret.stored(texts.get(0)), WebhookKeyPair.stored(texts.get(1)));
  }

  /** The header of a message: those before sign as well while they are good. */
  public String signatures(boolean withPrevious, String id, Instant at, String body) {
    Stream<Signing> signing = withPrevious ? all() : Stream.of(present);
    return signing.flatMap(each -> each.signatures(id, at, body)).collect(Collectors.joining(" "));
  }

  private Stream<Signing> all() {
    return Stream.concat(Stream.of(present), previous.stream());
  }
}
