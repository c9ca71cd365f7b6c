package dev.latchkey.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.event.EventReceiver.Message;
import dev.latchkey.harness.program.Registry;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages are verified by the library that is published for receivers. */
class PublishedReceiverTest extends WithReceiver {
  private static final Path PROGRAM = Path.of("src/test/clients/standardwebhooks/verify.mjs");
  private static final String CALL =
      """
      const [id, timestamp, signature, body] = process.argv.slice(2);
      Date.now = () => Number(timestamp) * 1000;
      const headers = {
        "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
      console.log(isGenuine(headers, body));
      """;
  private static final String LIBRARY = "standardwebhooks@1.0.0";

  PublishedReceiverTest(Store store) {
    super(store);
  }

  @Test
  void the_library_accepts_a_message_with_either_secret_and_no_other() throws Exception {
    Path directory = Registry.NPM.install(LIBRARY);
    Path program = directory.resolve(PROGRAM.getFileName());
    Files.writeString(program, Files.readString(PROGRAM));
    CreateWebhook.Created created = create(EventType.PERSON_DISABLED);
    String id = created.webhook().id().value();
    var rotated = (RotateWebhookSecret.Rotated) acts.rotateSecret().by(actor(head), id, 1);
    latchkey.disable(mei);

    Message message = receiver.await("person.disabled", 1).getFirst();

    assertThat(verify(directory, program, created.secret(), message)).isEqualTo("person.disabled");
    assertThat(verify(directory, program, rotated.secret(), message)).isEqualTo("person.disabled");
    WebhookSecret other = WebhookSecret.draw(latchkey.installation().random());
    assertThat(verify(directory, program, other, message)).contains("WebhookVerificationError");
  }

  /** The library has no asymmetric signatures yet, so a receiver takes what the document shows. */
  @Test
  void a_receiver_with_only_a_public_key_accepts_a_message_with_either_key_and_no_other()
      throws Exception {
    Path directory = Latchkey.temporaryDirectory();
    Path program = directory.resolve("receiver.mjs");
    String page = Files.readString(Checkout.file("docs/how-to/receive-events.md"));
    String shown = page.split("## A receiver without a secret")[1].split("```")[1];
    Files.writeString(program, shown.substring("js\n".length()) + CALL);
    Webhook before = create(EventType.PERSON_DISABLED).webhook();
    var rotated = acts.rotateSecret().by(actor(head), before.id().value(), 1);
    Webhook after = ((RotateWebhookSecret.Rotated) rotated).webhook();
    latchkey.disable(mei);

    Message message = receiver.await("person.disabled", 1).getFirst();

    assertThat(find(before).publicKey()).isEqualTo(after.publicKey()).startsWith("whpk_");
    assertThat(verifyWithKey(program, before.publicKey(), message)).isEqualTo("true");
    assertThat(verifyWithKey(program, after.publicKey(), message)).isEqualTo("true");
    String other = WebhookKeyPair.draw().publicKey();
    assertThat(verifyWithKey(program, other, message)).isEqualTo("false");
  }

  private static String verifyWithKey(Path program, String key, Message message)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(
            "node",
            program.toString(),
            message.id(),
            message.timestamp(),
            message.signature(),
            message.body());
    builder.environment().put("WEBHOOK_PUBLIC_KEY", key);
    return output(builder);
  }

  private static String output(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out.strip();
  }

  private static String verify(Path directory, Path program, WebhookSecret secret, Message message)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(Registry.NPM.interpreter(directory));
    command.addAll(
        List.of(
            program.toString(),
            secret.reveal(),
            message.id(),
            message.timestamp(),
            message.signature(),
            message.body()));
    return output(new ProcessBuilder(command));
  }
}
