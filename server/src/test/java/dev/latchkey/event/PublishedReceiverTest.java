package dev.latchkey.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.event.EventReceiver.Message;
import dev.latchkey.harness.program.Registry;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.event.EventType;
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
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out.strip();
  }
}
