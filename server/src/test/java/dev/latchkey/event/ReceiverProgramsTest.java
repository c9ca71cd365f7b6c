package dev.latchkey.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Checkout;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.host.ChildProcess;
import dev.latchkey.host.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the document for receivers, as they stand there. */
class ReceiverProgramsTest {
  private static final String BODY =
      "{\"type\":\"person.disabled\",\"data\":{\"person\":{\"id\":\"usr_1\",\"name\":\"Zoë\"}}}";

  private final WebhookSecret secret = WebhookSecret.draw(new SecureRandom());

  @ParameterizedTest
  @CsvSource({"js, node, receiver.mjs", "python, python3, receiver.py"})
  void a_receiver_accepts_what_is_signed_and_nothing_else(
      String language, String interpreter, String name) throws IOException {
    Path directory = Latchkey.temporaryDirectory();
    Path out = directory.resolve("out");
    Path program = Files.writeString(directory.resolve(name), program(language));
    int port = FreePort.pick();
    var builder = new ProcessBuilder(interpreter, program.toString()).redirectOutput(out.toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("WEBHOOK_SECRET", secret.reveal());
    builder.environment().put("PORT", String.valueOf(port));
    ChildProcess receiver = ChildProcess.start(builder);
    try {
      Poll.until(() -> isOpen(port), "the receiver listens");
      Instant now = Instant.now();
      assertThat(post(port, now, secret.sign("evt_1", now, BODY))).isEqualTo(204);
      assertThat(post(port, now, "v1,AAAA " + secret.sign("evt_1", now, BODY))).isEqualTo(204);
      assertThat(post(port, now, secret.sign("evt_2", now, BODY))).isEqualTo(401);
      assertThat(post(port, now, "v1,AAAA")).isEqualTo(401);
      Instant old = now.minusSeconds(600);
      assertThat(post(port, old, secret.sign("evt_1", old, BODY))).isEqualTo(401);
      assertThat(Files.readAllLines(out))
          .containsExactly("person.disabled Zoë", "person.disabled Zoë");
    } finally {
      receiver.close();
    }
  }

  private static int post(int port, Instant at, String signature) {
    return Http.here()
        .send(
            Http.request(
                    "http://127.0.0.1:" + port,
                    "Content-Type",
                    "application/json",
                    "webhook-id",
                    "evt_1",
                    "webhook-timestamp",
                    String.valueOf(at.getEpochSecond()),
                    "webhook-signature",
                    signature)
                .POST(HttpRequest.BodyPublishers.ofString(BODY)))
        .status();
  }

  private static String program(String language) throws IOException {
    String page = Files.readString(Checkout.file("docs/how-to/receive-events.md"));
    Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(page);
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static boolean isOpen(int port) {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException closed) {
      return false;
    }
  }
}
