package dev.latchkey.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.latchkey.harness.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that tests the mail settings, with a real mail server. */
class MailCommandTest {
  private final GreenMail server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
  @TempDir private Path directory;

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void a_test_message_is_sent_and_each_step_is_printed() throws Exception {
    int port = server.getSmtp().getPort();

    Program sent = test("mail: {host: 127.0.0.1, port: %d, tls: none, from: l@example.com}", port);

    assertThat(sent.exitCode()).as(sent.err()).isZero();
    assertThat(sent.out())
        .isEqualTo(
            """
            connecting to 127.0.0.1:%d, without TLS
            connected, without signing in
            accepted: from l@example.com to mei@example.com
            """
                .formatted(port));
    assertThat(server.getReceivedMessages()).hasSize(1);
    assertThat(server.getReceivedMessages()[0].getSentDate()).isNotNull();
  }

  @Test
  void a_server_of_another_kind_is_one_line_that_says_what_to_set() throws IOException {
    Program refused =
        test(
            "mail: {host: 127.0.0.1, port: %d, tls: implicit, from: l@example.com}",
            server.getSmtp().getPort());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("latchkey: TLS with 127.0.0.1:")
        .contains("set mail.tls: starttls")
        .hasLineCount(1);
  }

  @Test
  void a_file_without_mail_is_one_line() throws IOException {
    Program refused = test("port: %d\n", 8080);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("has no section mail").hasLineCount(1);
  }

  private Program test(String file, int port) throws IOException {
    Path config = Files.writeString(directory.resolve("latchkey.yaml"), file.formatted(port));
    return Program.start("mail", "test", "mei@example.com", "--config", config.toString());
  }
}
