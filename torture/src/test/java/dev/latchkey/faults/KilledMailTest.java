package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.host.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Kills the server with {@code kill -9} after it has answered and before the mail server has the
 * mail. The next start sends it.
 */
@Order(1)
class KilledMailTest {
  /** Longer than an attempt that was under way stays with the server that was killed. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @ParameterizedTest
  @EachStore
  void a_killed_server_loses_no_mail(Store store) throws Exception {
    Settings settings = Latchkey.settings(store);
    Person person;
    try (Latchkey made = Latchkey.start(settings)) {
      person = made.person();
    }
    int port = FreePort.pick();
    try (Program server = serve(settings, port)) {
      var browser = new Browser(server.url());
      var answer = browser.submit(browser.get("/forgot-password"), "email", person.email());
      assertThat(answer.status()).isEqualTo(200);
      server.kill();
    }

    var mailbox = new GreenMail(ServerSetupTest.SMTP.port(port));
    mailbox.start();
    try (Program server = serve(settings, port)) {
      String url = server.url();
      Poll.within(PATIENCE, () -> mailbox.getReceivedMessages().length > 0, "the mail");

      String text = mailbox.getReceivedMessages()[0].getContent().toString();
      int at = text.indexOf("/password?key=");
      String link = text.substring(at, text.indexOf('\n', at)).strip();
      assertThat(new Browser(url).get(link).status()).isEqualTo(200);
    } finally {
      mailbox.stop();
    }
  }

  private static Program serve(Settings settings, int mailPort) throws IOException {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
    Files.writeString(
        file,
        "mail: {host: 127.0.0.1, port: %d, tls: none, from: latchkey@example.com}\n"
            .formatted(mailPort));
    var arguments = new ArrayList<>(List.of("serve", "--config", file.toString(), "--port", "0"));
    arguments.addAll(List.of("--data", settings.store().data().toString()));
    settings.store().database().ifPresent(url -> arguments.addAll(List.of("--database", url)));
    return Program.start(arguments.toArray(String[]::new));
  }
}
